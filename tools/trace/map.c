/* `map`: the contention map of an array, as a picture or text. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tools/trace/show.h"

/* ---- PNG (ISO/IEC 15948) --------------------------------------------------------------------- */

static void put_big(unsigned char *at, uint32_t number)
{
    for (int k = 0; k < 4; ++k)
        at[k] = (unsigned char)(number >> (24 - 8 * k));
}

static void write_png_chunk(FILE *out, const char *type, const unsigned char *data, size_t bytes)
{
    unsigned char number[4];
    put_big(number, (uint32_t)bytes);
    fwrite(number, 1, 4, out);
    fwrite(type, 1, 4, out);
    fwrite(data, 1, bytes, out);
    uLong sum = crc32(0, (const Bytef *)type, 4);
    if (bytes)
        sum = crc32(sum, data, (uInt)bytes);
    put_big(number, (uint32_t)sum);
    fwrite(number, 1, 4, out);
}

/* Three bytes a pixel, row by row. */
static void write_png(FILE *out, const unsigned char *pixels, int width, int height)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    const size_t row = 3 * (size_t)width, bytes = (row + 1) * (size_t)height;
    unsigned char *lines = trace_memory(NULL, bytes), head[13] = {0};
    for (int y = 0; y < height; ++y) {
        lines[(size_t)y * (row + 1)] = 0; /* no filter */
        memcpy(lines + (size_t)y * (row + 1) + 1, pixels + (size_t)y * row, row);
    }
    uLongf packed_bytes = compressBound((uLong)bytes);
    unsigned char *packed = trace_memory(NULL, packed_bytes);
    if (compress2(packed, &packed_bytes, lines, (uLong)bytes, 9) != Z_OK)
        trace_fail("no memory to compress the picture");
    fwrite(signature, 1, sizeof signature, out);
    put_big(head, (uint32_t)width);
    put_big(head + 4, (uint32_t)height);
    head[8] = 8; /* bits */
    head[9] = 2; /* red, green, blue */
    write_png_chunk(out, "IHDR", head, sizeof head);
    write_png_chunk(out, "IDAT", packed, packed_bytes);
    write_png_chunk(out, "IEND", NULL, 0);
    free(packed);
    free(lines);
}

/* ---- the picture ----------------------------------------------------------------------------- */

/* From white over yellow and red to black: printed in grey the order stays. */
static void color_of(double share, unsigned char *pixel)
{
    static const double stops[][3] = {
        {255, 255, 255}, {255, 224, 120}, {240, 120, 40}, {180, 20, 30}, {30, 0, 20}};
    const double at = share * 4;
    const int k = at >= 4 ? 3 : (int)at;
    for (int c = 0; c < 3; ++c)
        pixel[c] = (unsigned char)(stops[k][c] + (at - k) * (stops[k + 1][c] - stops[k][c]));
}

/* Bins as squares of `size` pixels, a frame, and below it the scale. */
static void write_picture(FILE *out, const map_t *map, int layer)
{
    enum { FRAME = 1, GAP = 6, SCALE = 12 };
    const int longest = map->rows > map->columns ? map->rows : map->columns;
    const int size = longest < 512 ? 512 / longest : 1;
    const int width = map->columns * size + 2 * FRAME;
    const int height = map->rows * size + 2 * FRAME + GAP + SCALE;
    unsigned char *pixels = trace_memory(NULL, 3 * (size_t)width * (size_t)height);
    memset(pixels, 255, 3 * (size_t)width * (size_t)height);
    double most = 0;
    for (int row = 0; row < map->rows; ++row)
        for (int column = 0; column < map->columns; ++column)
            most = map_at(map, layer, row, column) > most ? map_at(map, layer, row, column) : most;
    for (int y = 0; y < map->rows * size + 2 * FRAME; ++y)
        for (int x = 0; x < width; ++x) {
            const int row = (y - FRAME) / size, column = (x - FRAME) / size;
            unsigned char *pixel = pixels + 3 * ((size_t)y * (size_t)width + (size_t)x);
            if (y < FRAME || x < FRAME || row >= map->rows || column >= map->columns)
                memset(pixel, 96, 3);
            else
                color_of(most > 0 ? map_at(map, layer, row, column) / most : 0, pixel);
        }
    for (int y = height - SCALE; y < height; ++y)
        for (int x = 0; x < width; ++x)
            color_of((double)x / width, pixels + 3 * ((size_t)y * (size_t)width + (size_t)x));
    write_png(out, pixels, width, height);
    free(pixels);
}

void show_map(trace_t *trace, const trace_options_t *options)
{
    enum { BINS = 512, TEXT = 64 };
    const size_t length = options->output ? strlen(options->output) : 0;
    const bool is_picture = length > 4 && strcmp(options->output + length - 4, ".png") == 0;
    const int bins = options->bins ? options->bins : is_picture ? BINS : TEXT;
    tallies_t *tallies = tallies_of(trace, bins);
    const int object = choose_object(trace, tallies, options->object);
    if (object < 0 || !tallies->map[object].layer[0])
        trace_fail("nothing in the trace accesses elements%s%s", object < 0 ? "" : " of ",
                   object < 0 ? "" : trace->object[object].name);
    const map_t *map = &tallies->map[object];
    const int layer = choose_layer(tallies, object, options->show);
    FILE *out = open_output(options);
    if (is_picture) {
        write_picture(out, map, layer);
    } else {
        fprintf(out, "%s: %s of the whole run, by index\n", trace->object[object].name,
                map_layer_names[layer]);
        print_map(out, map, layer);
    }
    close_output(out, options);
}
