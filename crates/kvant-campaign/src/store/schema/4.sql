-- Disagreements that were seen and are not confirmed yet. They go when what came of their seeds is recorded.
CREATE TABLE suspicion (
    campaign INTEGER NOT NULL REFERENCES campaign,
    seed     INTEGER NOT NULL,
    backend  TEXT NOT NULL,
    verdict  TEXT NOT NULL,
    since    INTEGER NOT NULL,
    PRIMARY KEY (campaign, seed)
) STRICT, WITHOUT ROWID;
