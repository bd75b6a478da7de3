-- The text of data/contamination/canary.txt, so that the database file holds it uncompressed.
CREATE OR REPLACE VIEW canary AS
SELECT 'Elenchus benchmark data: to be kept out of training corpora. elenchus canary d157b7af-c0df-4b2a-9a18-dc7967f04d14'
    AS canary;

COMMENT ON VIEW canary IS
    'The canary string, by which this file can be recognised in a training corpus.';
COMMENT ON COLUMN canary.canary IS 'The string.';
