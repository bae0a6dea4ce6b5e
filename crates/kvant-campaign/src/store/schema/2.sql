-- How often a process died while it held a seed. Once is bad luck; a seed that is there every time is to blame.
CREATE TABLE death (
    campaign INTEGER NOT NULL REFERENCES campaign,
    seed     INTEGER NOT NULL,
    times    INTEGER NOT NULL,
    PRIMARY KEY (campaign, seed)
) STRICT, WITHOUT ROWID;

-- To know how many findings of a kind have files.
CREATE INDEX finding_of_kind ON finding (kind, with_files);
