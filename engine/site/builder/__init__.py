"""Build the site: sources, MkDocs, policy, links, and putting it in place."""
