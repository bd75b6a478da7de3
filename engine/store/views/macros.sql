-- The 95% Wilson score interval; engine/statistics/intervals.py is the same formula and its source.
-- The ends are exact where none or all succeed, which rounding would miss by a hair.
CREATE OR REPLACE MACRO wilson_low(k, n) AS
    CASE
        WHEN n IS NULL OR k IS NULL THEN NULL
        WHEN n = 0 OR k = 0 THEN 0.0::DOUBLE
        ELSE (k::DOUBLE + 3.8414588206941227::DOUBLE / 2
              - 1.959963984540054::DOUBLE
                * sqrt(k::DOUBLE * (n::DOUBLE - k::DOUBLE) / n::DOUBLE
                       + 3.8414588206941227::DOUBLE / 4))
             / (n::DOUBLE + 3.8414588206941227::DOUBLE)
    END;
COMMENT ON MACRO wilson_low IS 'Lower end of the 95% Wilson interval of k successes in n trials.';

CREATE OR REPLACE MACRO wilson_high(k, n) AS
    CASE
        WHEN n IS NULL OR k IS NULL THEN NULL
        WHEN n = 0 OR k = n THEN 1.0::DOUBLE
        ELSE (k::DOUBLE + 3.8414588206941227::DOUBLE / 2
              + 1.959963984540054::DOUBLE
                * sqrt(k::DOUBLE * (n::DOUBLE - k::DOUBLE) / n::DOUBLE
                       + 3.8414588206941227::DOUBLE / 4))
             / (n::DOUBLE + 3.8414588206941227::DOUBLE)
    END;
COMMENT ON MACRO wilson_high IS 'Upper end of the 95% Wilson interval of k successes in n trials.';
