ALTER TABLE validity_readings ADD COLUMN seconds DOUBLE;
COMMENT ON COLUMN validity_readings.seconds IS
    'Seconds that the reader took for the question; NULL if not measured.';
