"""Every page in reading order: its name in the address and in the code, and its title."""

TITLES = {
    "data": "Data",
    "overview": "Overview",
    "clinical_risk": "Clinical risk",
    "missed_time": "Missed time",
    "timeline": "Timeline",
    "confusion": "Confusion",
    "curves": "Curves",
    "threshold": "Threshold",
    "calibration": "Calibration",
    "net_benefit": "Net benefit",
    "subgroups": "Subgroups",
    "cases": "Cases",
    "cross_validation": "Cross-validation",
    "compare_models": "Compare models",
    "definitions": "Definitions",
}
PAGES = tuple(TITLES)
ADDRESSES = {f"/{name.removeprefix('data')}": title for name, title in TITLES.items()}
