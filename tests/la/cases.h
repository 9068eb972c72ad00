/* The cases of the linear algebra tests, by file. */
#ifndef TESTS_LA_CASES_H
#define TESTS_LA_CASES_H

#include <ashlar/la.h>

#include "dense.h"
#include "harness/harness.h"

/* X(function, start): the name of a case is the name of its function. */
#define LA_CASES(X)                                                                                \
    X(gemm_shapes, TEST_GA)                                                                        \
    X(gemm_panels, TEST_GA)                                                                        \
    X(gemm_beta_zero, TEST_GA)                                                                     \
    X(gemm_alpha_zero, TEST_GA)                                                                    \
    X(gemm_k_zero, TEST_GA)                                                                        \
    X(gemm_empty_c, TEST_GA)                                                                       \
    X(gemm_patches, TEST_GA)                                                                       \
    X(gemm_within_one_array, TEST_GA)                                                              \
    X(gemm_implied_sync, TEST_GA)                                                                  \
    X(eigen_all, TEST_GA)                                                                          \
    X(eigen_values_only, TEST_GA)                                                                  \
    X(eigen_laplacian, TEST_GA)                                                                    \
    X(eigen_degenerate, TEST_GA)                                                                   \
    X(eigen_general_all, TEST_GA)                                                                  \
    X(eigen_general_not_definite, TEST_GA)                                                         \
    X(cholesky_all, TEST_GA)                                                                       \
    X(cholesky_not_definite, TEST_GA)                                                              \
    X(cholesky_solve_all, TEST_GA)                                                                 \
    X(cholesky_solve_not_definite, TEST_GA)                                                        \
    X(level3_triangular, TEST_GA)                                                                  \
    X(level3_triangular_numbers, TEST_GA)                                                          \
    X(level3_updates, TEST_GA)                                                                     \
    X(level3_updates_alpha_zero, TEST_GA)                                                          \
    X(level3_updates_diagonal, TEST_GA)                                                            \
    X(level3_in_place, TEST_GA)                                                                    \
    X(norm_all, TEST_GA)                                                                           \
    X(norm_graded, TEST_GA)                                                                        \
    X(norm_not_finite, TEST_GA)                                                                    \
    X(norm_mirrored, TEST_GA)                                                                      \
    X(svd_shapes, TEST_GA)                                                                         \
    X(svd_spectra, TEST_GA)                                                                        \
    X(svd_extremes, TEST_GA)                                                                       \
    X(svd_in_place, TEST_GA)                                                                       \
    X(least_squares_shapes, TEST_GA)                                                               \
    X(least_squares_tiles, TEST_GA)                                                                \
    X(least_squares_graded, TEST_GA)                                                               \
    X(least_squares_extremes, TEST_GA)                                                             \
    X(least_squares_overflow, TEST_GA)                                                             \
    X(least_squares_deficient, TEST_GA)                                                            \
    X(least_squares_nearly_deficient, TEST_GA)                                                     \
    X(numeric_not_finite, TEST_GA)                                                                 \
    X(neighbours_of_nothing, TEST_GA)                                                              \
    X(neighbours_in_gaps, TEST_GA)                                                                 \
    X(range_systems, TEST_GA)                                                                      \
    X(range_columns, TEST_GA)                                                                      \
    X(range_factors, TEST_GA)                                                                      \
    X(range_cholesky, TEST_GA)                                                                     \
    X(range_general, TEST_GA)                                                                      \
    X(range_values, TEST_GA)                                                                       \
    X(range_least_squares, TEST_GA)                                                                \
    X(range_residual, TEST_GA)                                                                     \
    X(range_diagonal, TEST_GA)                                                                     \
    X(lifetime_groups, TEST_GA)                                                                    \
    X(lifetime_restart, TEST_BARE)                                                                 \
    X(misuse_handles, TEST_GA)                                                                     \
    X(misuse_read_only, TEST_GA)                                                                   \
    X(misuse_types, TEST_GA)                                                                       \
    X(misuse_shapes, TEST_GA)                                                                      \
    X(misuse_patches, TEST_GA)                                                                     \
    X(misuse_arguments, TEST_GA)                                                                   \
    X(misuse_aliases, TEST_GA)                                                                     \
    X(misuse_groups, TEST_GA)                                                                      \
    X(misuse_mismatch, TEST_BARE)                                                                  \
    X(misuse_stopped, TEST_BARE)                                                                   \
    X(misuse_forked, TEST_GA)                                                                      \
    X(misuse_factors, TEST_GA)                                                                     \
    X(solve_all, TEST_GA)                                                                          \
    X(solve_hard, TEST_GA)                                                                         \
    X(solve_singular, TEST_GA)                                                                     \
    X(solve_range, TEST_GA)                                                                        \
    X(inverse_all, TEST_GA)                                                                        \
    X(factor_lu_all, TEST_GA)                                                                      \
    X(factor_cholesky_all, TEST_GA)                                                                \
    X(factor_not_definite, TEST_GA)                                                                \
    X(factor_determinant, TEST_GA)                                                                 \
    X(factor_determinant_range, TEST_GA)                                                           \
    X(factor_condition, TEST_GA)                                                                   \
    X(factor_nearly_singular, TEST_GA)                                                             \
    X(factor_singular, TEST_GA)                                                                    \
    X(factor_handles, TEST_GA)                                                                     \
    X(factor_groups, TEST_GA)                                                                      \
    X(factor_terminate, TEST_BARE)                                                                 \
    X(eigen_range_places, TEST_GA)                                                                 \
    X(eigen_range_values, TEST_GA)                                                                 \
    X(eigen_range_bounds, TEST_GA)                                                                 \
    X(eigen_range_wilkinson, TEST_GA)                                                              \
    X(eigen_range_sizes, TEST_GA)                                                                  \
    X(eigen_range_general, TEST_GA)                                                                \
    X(eigen_range_overflow, TEST_GA)                                                               \
    X(eigen_range_room, TEST_GA)

#define LA_CASE_DECLARE(function, start) void function(void);
LA_CASES(LA_CASE_DECLARE)
#undef LA_CASE_DECLARE

#endif
