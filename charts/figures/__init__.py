"""One Plotly figure per file: results in, a figure and its words out."""
