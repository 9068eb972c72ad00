/* The fragments of the heap: a tree, ordered by address from left to right. From the root down it
 * is ordered by a number that each slot draws, so that it is log n deep on average. Each fragment
 * knows the longest below it: the first that fits is found without looking at the others, and so is
 * the longest. */
#include "ma.h"

static uint32_t drawn_by(const mai_block_t *fragment)
{
    uint32_t n = (uint32_t)fragment->slot * UINT32_C(2654435769);
    n = (n ^ n >> 15) * UINT32_C(2246822519);
    return n ^ n >> 13;
}

static size_t longest_of(const mai_block_t *root)
{
    return root ? root->longest : 0;
}

static mai_block_t *updated(mai_block_t *root)
{
    size_t left = longest_of(root->left), right = longest_of(root->right);
    root->longest = left > right ? left : right;
    if (root->bytes > root->longest)
        root->longest = root->bytes;
    return root;
}

static void split_tree(mai_block_t *root, const char *at, mai_block_t **left, mai_block_t **right)
{
    if (!root) {
        *left = *right = NULL;
    } else if (root->start < at) {
        split_tree(root->right, at, &root->right, right);
        *left = updated(root);
    } else {
        split_tree(root->left, at, left, &root->left);
        *right = updated(root);
    }
}

static mai_block_t *joined(mai_block_t *left, mai_block_t *right)
{
    if (!left || !right)
        return left ? left : right;
    if (drawn_by(left) > drawn_by(right)) {
        left->right = joined(left->right, right);
        return updated(left);
    }
    right->left = joined(left, right->left);
    return updated(right);
}

static mai_block_t *with(mai_block_t *root, mai_block_t *fragment)
{
    if (!root || drawn_by(fragment) > drawn_by(root)) {
        split_tree(root, fragment->start, &fragment->left, &fragment->right);
        return updated(fragment);
    }
    mai_block_t **side = fragment->start < root->start ? &root->left : &root->right;
    *side = with(*side, fragment);
    return updated(root);
}

static mai_block_t *without(mai_block_t *root, const mai_block_t *fragment)
{
    if (root == fragment)
        return joined(root->left, root->right);
    mai_block_t **side = fragment->start < root->start ? &root->left : &root->right;
    *side = without(*side, fragment);
    return updated(root);
}

void mai_add_fragment(mai_block_t *fragment)
{
    fragment->is_free = 1;
    mai_space.fragments = with(mai_space.fragments, fragment);
}

void mai_remove_fragment(mai_block_t *fragment)
{
    fragment->is_free = 0;
    mai_space.fragments = without(mai_space.fragments, fragment);
}

static mai_block_t *first_fit(mai_block_t *root, size_t bytes)
{
    if (longest_of(root) < bytes)
        return NULL;
    mai_block_t *found = first_fit(root->left, bytes);
    if (found)
        return found;
    return mai_fits(root, bytes) ? root : first_fit(root->right, bytes);
}

mai_block_t *mai_first_fragment(size_t bytes)
{
    return first_fit(mai_space.fragments, bytes);
}

static size_t best_capacity(const mai_block_t *root, const char *limit, size_t best)
{
    if (longest_of(root) <= best + (size_t)2 * MAI_GUARD)
        return best;
    if (root->start >= limit)
        return best_capacity(root->left, limit, best);
    const char *end = root->start + root->bytes;
    size_t here = mai_capacity(root->start, end < limit ? end : limit);
    best = here > best ? here : best;
    int is_left_first = longest_of(root->left) >= longest_of(root->right);
    best = best_capacity(is_left_first ? root->left : root->right, limit, best);
    return best_capacity(is_left_first ? root->right : root->left, limit, best);
}

size_t mai_fragment_capacity(const char *limit)
{
    return best_capacity(mai_space.fragments, limit, 0);
}
