-- The 95% Wilson score interval, as in engine/core/intervals.py, which cites its source. With no or all
-- successes the ends are set exactly, which rounding would miss.
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

-- Effective sample size of correlated answers, as in engine/core/statistics/clusters.py, which cites its
-- source. An aggregate over groups, each with k of its n answers right.
CREATE OR REPLACE MACRO t_95(v) AS
    1.959963984540054::DOUBLE + 2.372271230298562::DOUBLE / v
    + 2.8224986157396112::DOUBLE / (v * v) + 2.555849679507722::DOUBLE / (v * v * v);
COMMENT ON MACRO t_95 IS 'The 97.5% quantile of Student''s t with v degrees of freedom, from a series.';

CREATE OR REPLACE MACRO trials_of_sums(k, n, kk, kn, nn, n_groups) AS
    CASE
        WHEN n = nn THEN n::DOUBLE
        WHEN n_groups < 2 OR k = 0 OR k = n THEN n::DOUBLE * n / nn
        WHEN kk::DOUBLE * n * n - 2.0 * k * n * kn + k::DOUBLE * k * nn <= 0 THEN n::DOUBLE
        ELSE greatest(
            n::DOUBLE * n / nn,
            least(
                n::DOUBLE,
                k::DOUBLE * (n - k) * n * n * (n_groups - 1) / n_groups
                / (kk::DOUBLE * n * n - 2.0 * k * n * kn + k::DOUBLE * k * nn)
                * 3.8414588206941227::DOUBLE / (t_95(n_groups - 1) * t_95(n_groups - 1))
            )
        )
    END;
COMMENT ON MACRO trials_of_sums IS
    'effective_trials computed from the sums over groups of k, n, k * k, k * n and n * n, and the number of groups with answers.';

CREATE OR REPLACE MACRO effective_trials(k, n) AS
    trials_of_sums(sum(k), sum(n), sum(k * k), sum(k * n), sum(n * n), count(nullif(n, 0)));
COMMENT ON MACRO effective_trials IS
    'Effective sample size of groups of answers, each with k of n right.';

-- P. J. Acklam's rational approximation (2003), right to nine digits: DuckDB has no normal quantile.
CREATE OR REPLACE MACRO probit_tail(q) AS
    (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838) * q
        - 2.549732539343734) * q + 4.374664141464968) * q + 2.938163982698783)
    / ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996) * q
        + 3.754408661907416) * q + 1);
COMMENT ON MACRO probit_tail IS 'The quantile of the standard normal below 2.4%, of q = sqrt(-2 ln p).';

CREATE OR REPLACE MACRO probit_middle(q) AS
    (((((-3.969683028665376e+01 * q * q + 2.209460984245205e+02) * q * q - 2.759285104469687e+02)
        * q * q + 1.383577518672690e+02) * q * q - 3.066479806614716e+01) * q * q
        + 2.506628277459239) * q
    / (((((-5.447609879822406e+01 * q * q + 1.615858368580409e+02) * q * q
        - 1.556989798598866e+02) * q * q + 6.680131188771972e+01) * q * q
        - 1.328068155288572e+01) * q * q + 1);
COMMENT ON MACRO probit_middle IS 'The quantile of the standard normal between 2.4% and 97.6%, of q = p - 0.5.';

CREATE OR REPLACE MACRO probit(p) AS
    CASE WHEN p < 0.02425 THEN probit_tail(sqrt(-2 * ln(p)))
        WHEN p > 0.97575 THEN -probit_tail(sqrt(-2 * ln(1 - p)))
        ELSE probit_middle(p - 0.5) END;
COMMENT ON MACRO probit IS 'The quantile of the standard normal distribution at p, between 0 and 1.';

-- The paired difference of two shares, as in engine/core/statistics/paired_groups.py, which cites its
-- source. An aggregate over groups of n items, d of which more are right in the second than the first.
CREATE OR REPLACE MACRO difference_reach(d, n) AS
    CASE WHEN sum(n) = sum(n * n) THEN 1.959963984540054::DOUBLE
        ELSE t_95(greatest(1, count(nullif(n, 0)) - 1)) END
    * sqrt(greatest(0,
        sum(d * d) - 2.0 * (sum(d)::DOUBLE / (sum(n) + 2)) * sum(d * n)
        + (sum(d)::DOUBLE / (sum(n) + 2)) ** 2 * (sum(n * n) + 2) + 2
    )) / (sum(n) + 2);
COMMENT ON MACRO difference_reach IS
    'Half the width of the 95% interval of a paired difference over groups, before clipping to -1 and 1.';

CREATE OR REPLACE MACRO difference_low(d, n) AS
    greatest(-1.0::DOUBLE, sum(d)::DOUBLE / (sum(n) + 2) - difference_reach(d, n));
COMMENT ON MACRO difference_low IS 'Lower end of the 95% interval of a paired difference over groups.';

CREATE OR REPLACE MACRO difference_high(d, n) AS
    least(1.0::DOUBLE, sum(d)::DOUBLE / (sum(n) + 2) + difference_reach(d, n));
COMMENT ON MACRO difference_high IS 'Upper end of the 95% interval of a paired difference over groups.';

-- The mean of a count per answer, such as tokens, over groups of items: a ratio of sums, with the
-- variance of its linearisation between groups (Kish, 1965, section 6.3).
CREATE OR REPLACE MACRO mean_over_groups(s, n) AS sum(s)::DOUBLE / nullif(sum(n), 0);
COMMENT ON MACRO mean_over_groups IS
    'The mean over all answers, from the sum s over the n answers of each group.';

CREATE OR REPLACE MACRO mean_reach(s, n) AS
    CASE WHEN count(nullif(n, 0)) > 1 THEN t_95(count(nullif(n, 0)) - 1) * sqrt(greatest(0,
        sum(s * s) - 2 * mean_over_groups(s, n) * sum(s * n)
        + mean_over_groups(s, n) ** 2 * sum(n * n)
    ) * count(nullif(n, 0)) / (count(nullif(n, 0)) - 1)) / sum(n) END;
COMMENT ON MACRO mean_reach IS
    'Half the width of the 95% interval of a mean over groups; NULL with fewer than two groups.';

-- A model asked here may also have answers published by others.
CREATE OR REPLACE MACRO kind_of_run(kind, origin) AS
    CASE WHEN kind = 'endpoint' AND origin <> 'measured' THEN 'published' ELSE kind END;
COMMENT ON MACRO kind_of_run IS
    'Kind of respondent of a run or figure: models with endpoints count as published unless measured here.';

CREATE OR REPLACE MACRO is_unread(outcome) AS
    outcome IN ('no_answer', 'declined', 'cut_off', 'contradictory');
COMMENT ON MACRO is_unread IS 'Whether an outcome is that of a reply without a readable answer.';
