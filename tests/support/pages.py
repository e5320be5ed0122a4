"""Every page in reading order: its name in the address and in the code, and its title."""

TITLES = {
    "data": "Data",
    "overview": "Overview",
    "clinical_risk": "Clinical risk",
    "confusion": "Confusion",
    "curves": "Curves",
    "threshold": "Threshold",
    "cases": "Cases",
    "cross_validation": "Cross-validation",
    "compare_models": "Compare models",
    "timeline": "Timeline",
    "definitions": "Definitions",
}
PAGES = tuple(TITLES)
ADDRESSES = {f"/{name.removeprefix('data')}": title for name, title in TITLES.items()}
