"""The public site: pages written from the snapshot, built by mkdocs, served on loopback."""

from engine.site.builder.building import build_site, build_units
from engine.site.builder.serving import open_server
from engine.site.builder.sources import output_for

__all__ = ["build_site", "build_units", "open_server", "output_for"]
