-- A finding is a bug of its own until it is known to be the same as another one. That other one is never the same as a third.
ALTER TABLE finding ADD COLUMN same_as INTEGER REFERENCES finding;
-- 1 if nobody looked, and it is only held to be the same because others of its fingerprint are.
ALTER TABLE finding ADD COLUMN presumed INTEGER NOT NULL DEFAULT 0;
-- What is known of it without looking closer. Empty: nothing.
ALTER TABLE finding ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
CREATE INDEX finding_of_bug ON finding (same_as);
CREATE INDEX finding_of_fingerprint ON finding (fingerprint);

-- What is known of a finding after somebody looked closer.
CREATE TABLE dossier (
    finding             INTEGER PRIMARY KEY REFERENCES finding,
    made                INTEGER NOT NULL,
    original_statements INTEGER NOT NULL,
    original_functions  INTEGER NOT NULL,
    statements          INTEGER NOT NULL,
    functions           INTEGER NOT NULL,
    is_smallest         INTEGER NOT NULL,
    is_firm             INTEGER NOT NULL,
    has_strayed         INTEGER NOT NULL,
    symptom             TEXT NOT NULL,
    backend             TEXT NOT NULL,
    culprit             TEXT NOT NULL,
    -- One word in each line.
    shape               TEXT NOT NULL,
    is_lifted           INTEGER NOT NULL,
    calls               INTEGER NOT NULL,
    spent               INTEGER NOT NULL
) STRICT;

-- What each version of the compiler made of its program, from the oldest to the newest.
CREATE TABLE dossier_version (
    finding   INTEGER NOT NULL REFERENCES dossier,
    position  INTEGER NOT NULL,
    toolchain TEXT NOT NULL,
    release   TEXT NOT NULL,
    verdict   TEXT NOT NULL,
    shows     INTEGER NOT NULL,
    PRIMARY KEY (finding, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE dossier_file (
    finding  INTEGER NOT NULL REFERENCES dossier,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    object   TEXT NOT NULL,
    PRIMARY KEY (finding, position),
    UNIQUE (finding, name)
) STRICT, WITHOUT ROWID;

-- What compilers said later. A name such as `nightly` is another compiler every day, so the newest answer of each of them
-- is kept.
CREATE TABLE recheck (
    finding   INTEGER NOT NULL REFERENCES finding,
    toolchain TEXT NOT NULL,
    release   TEXT NOT NULL,
    -- The compiler's exact version.
    identity  TEXT NOT NULL,
    verdict   TEXT NOT NULL,
    shows     INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (finding, toolchain, identity)
) STRICT, WITHOUT ROWID;
