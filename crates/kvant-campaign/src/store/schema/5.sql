-- The record of an occurrence: a finding as JSON. Occurrences without files have none.
CREATE TABLE record (
    occurrence INTEGER PRIMARY KEY REFERENCES occurrence,
    json       TEXT NOT NULL
) STRICT;

-- The analysis of a finding, as JSON. It was called a dossier, and had a column for each field.
CREATE TABLE analysis (
    finding INTEGER PRIMARY KEY REFERENCES finding,
    made    INTEGER NOT NULL,
    json    TEXT NOT NULL
) STRICT;
INSERT INTO analysis SELECT finding, made, '{}' FROM dossier;

CREATE TABLE analysis_file (
    finding  INTEGER NOT NULL REFERENCES analysis,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    object   TEXT NOT NULL,
    PRIMARY KEY (finding, position),
    UNIQUE (finding, name)
) STRICT, WITHOUT ROWID;
INSERT INTO analysis_file SELECT finding, position, name, object FROM dossier_file;
DROP TABLE dossier_file;
-- The tables `dossier` and `dossier_version` are dropped by `legacy.rs`, which makes records of them and of the texts that old
-- stores keep.

-- Programs that were left out after repeated failures of the machine. They were a backend of this name.
ALTER TABLE session ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
UPDATE session SET left_out = coalesce(
    (SELECT sum(count) FROM test_count WHERE backend = 'left out' AND test_count.campaign = session.campaign), 0)
WHERE id IN (SELECT min(id) FROM session GROUP BY campaign);
DELETE FROM test_count WHERE backend = 'left out';

-- The course of a campaign: what was recorded in each minute since 1970.
CREATE TABLE rate (
    campaign  INTEGER NOT NULL REFERENCES campaign,
    minute    INTEGER NOT NULL,
    programs  INTEGER NOT NULL,
    tests     INTEGER NOT NULL,
    own       INTEGER NOT NULL,
    compilers INTEGER NOT NULL,
    ran       INTEGER NOT NULL,
    PRIMARY KEY (campaign, minute)
) STRICT, WITHOUT ROWID;
