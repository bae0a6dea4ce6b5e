-- Tests are counted for each backend, not for each name: another version of a compiler is another backend.
CREATE TABLE test_count_6 (
    backend INTEGER NOT NULL REFERENCES backend,
    verdict TEXT NOT NULL,
    count   INTEGER NOT NULL,
    PRIMARY KEY (backend, verdict)
) STRICT, WITHOUT ROWID;
INSERT INTO test_count_6
    SELECT min(backend.id), verdict, count FROM test_count
    JOIN backend ON backend.campaign = test_count.campaign AND name = test_count.backend
    GROUP BY test_count.campaign, name, verdict;
DROP TABLE test_count;
ALTER TABLE test_count_6 RENAME TO test_count;
