"""What probes change, as the view `probe_effect` has it."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard import charts, model_looks
from dashboard.snapshot import Row, rows
from dashboard.words import between, label


def effects(dataset: str) -> list[Row]:
    """A row a model, prompt and probe, with the paired difference and its interval."""
    return rows(
        """
        SELECT model || CASE WHEN kind IN ('baseline', 'ceiling') THEN '' ELSE ', ' || prompt END
                || CASE WHEN origin = 'measured' THEN '' ELSE ', ' || origin END AS name, *
        FROM probe_effect WHERE dataset = $dataset
        ORDER BY kind IN ('baseline', 'ceiling'), name, probe
        """,
        dataset=dataset,
    )


def chart(found: Sequence[Row]) -> go.Figure:
    """A mark with its interval for each model and probe, no difference being a line."""
    figure = go.Figure()
    looks = model_looks.of(found)
    for name, look in looks.items():
        own = [
            {**row, "value": row["difference"], "interval": between(row["low"], row["high"])}
            for row in found
            if row["name"] == name
        ]
        places = [row["probe"] for row in own]
        figure.add_trace(charts.marks(places, name, own, look.colour, look.shape))
    figure.add_vline(x=0, line={"color": charts.REFERENCE, "dash": "dot"})
    probes = dict.fromkeys(row["probe"] for row in found)
    charts.sideways(figure, {probe: label(probe, 20) for probe in probes})
    figure.update_xaxes(
        title="Accuracy with the probe minus plain", range=None, autorange=True, tickformat="+.0%"
    )
    figure.update_layout(showlegend=True)  # plotly leaves it out where there is one series alone
    return charts.finished(figure, 170 + len(probes) * (30 + 16 * len(looks)))
