"""A study in which one class is missed more often in one combination of two columns."""

import numpy as np
import pandas as pd

SIZE = 600


def planted(seed: int = 1, **more: object) -> pd.DataFrame:
    """Women at site South are missed more often than all others."""
    generator = np.random.default_rng(seed)
    sex, site = generator.choice(["F", "M"], SIZE), generator.choice(["North", "South", "West"], SIZE)
    age = generator.integers(30, 90, SIZE)
    ill = generator.random(SIZE) < 0.5
    is_inside = (sex == "F") & (site == "South")
    missed = generator.random(SIZE) < np.where(is_inside, 0.6, 0.15)
    flagged = np.where(ill, ~missed, generator.random(SIZE) < 0.05)
    names = np.array(["Normal", "VT"])
    rows = {"case_id": [f"c{at}" for at in range(SIZE)], "y_true": names[ill.astype(int)]}
    return pd.DataFrame(rows | {"y_pred": names[flagged.astype(int)], "sex": sex, "site": site, "age": age} | more)
