-- The analysis of a finding was called a dossier.
ALTER TABLE dossier RENAME TO analysis;
ALTER TABLE dossier_version RENAME TO analysis_version;
ALTER TABLE dossier_file RENAME TO analysis_file;
