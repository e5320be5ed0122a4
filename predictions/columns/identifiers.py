"""Columns that name a patient: told by their names in some languages, or by values such as e-mail addresses."""

from __future__ import annotations

import re

import pyarrow as pa

from predictions.columns.aliases import key_of
from predictions.columns.cells import is_text

NAMES = re.compile(
    r"(?:^|_)(?:(?:patient|first|last|full|family|given|middle|maiden|sur|vor|nach)_?names?|surname|forename)"
    r"(?:$|_)|^(?:name|names|nom|nome|nombre|apellidos?|prenom|prénom|cognome|voornaam|achternaam|initials|initialen)$"
    r"|birth(?!_?weight)|geburt(?!sgewicht)|naissance|nascita|nacimiento|geboorte|(?:^|_)(?:dob|gebdat)(?:$|_)"
    r"|(?:^|_)(?:mrn|medical_record(?:_number|_no)?|hospital_(?:no|number|id)|fallnummer|versichertennummer|patientennummer)"
    r"(?:$|_)|(?:^|_)(?:ssn|social_security\w*|nhs|nhs_\w+|nir|dni|bsn|ahv\w*|cpr|personnummer|passport\w*|insurance_\w+)"
    r"(?:$|_)|(?:^|_)e_?mails?(?:$|_)|e_?mail_?addr|phone(?:$|_)|(?:^|_)(?:tel|telefon|fax|mobile|handy)(?:$|_)|(?:^|_)(?:address|adresse|street|strasse)"
    r"|zip_?code|post_?code|(?:^|_)plz(?:$|_)|(?:^|_)ip_?address"
)
VALUES = re.compile(r"[^@\s,;]+@[^@\s,;]+\.[a-zA-Z]{2,}|\d{3}-\d{2}-\d{4}")
LOOKED_AT = 100


def identifying(table: pa.Table) -> list[str]:
    """The columns of a table that may identify patients directly, in the order of the file."""
    return [name for name in table.column_names if NAMES.search(key_of(name)) or _holds_addresses(table[name])]


def _holds_addresses(column: pa.ChunkedArray) -> bool:
    """Whether most of the first filled cells are e-mail addresses or social security numbers."""
    if not is_text(column.type):
        return False
    filled = [text for text in column.slice(0, LOOKED_AT).to_pylist() if text]
    return bool(filled) and 2 * sum(VALUES.fullmatch(text.strip()) is not None for text in filled) > len(filled)
