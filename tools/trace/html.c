/* `html`: one page that shows the accesses over time. Events that fall into the same moment, place
 * and kind become one item, the coarser the more events there are. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tools/trace/show.h"
#include "tools/trace/viewer.h"

enum {
    MOST_ITEMS = 150000,
    UNITS = 1 << 20,
    MOST_MAPS = 12,
    NO_OBJECT = 65535,
    LEVELS = 12,
    FINEST = 5
};

typedef struct item {
    uint32_t begin, end; /* units of time */
    int lane, kind, object;
    bins_t bins;
    uint32_t count;
    double waited;
    int64_t overlaps;
} item_t;

/* The page is made of this. */
typedef struct page {
    trace_t *trace;
    tallies_t *tallies;
    double unit; /* nanoseconds */
    int level;   /* of coarseness */
    item_t *item;
    int items;
    int *place, places; /* items by what they have in common; -1: free */
    struct {
        int item; /* of its last access; -1 */
        int64_t overlaps;
    } * lane;
    int bins; /* of the time line */
    float *busy, *waiting, *syncing;
    int map[MOST_MAPS], maps; /* objects */
} page_t;

/* ---- items ----------------------------------------------------------------------------------- */

/* Make an item as coarse as the page is: first in time, until the run has a thousand moments, then
 * in place. */
static void coarsen(const page_t *page, item_t *item)
{
    const uint32_t span = 1u << 2 * (page->level < FINEST ? page->level : FINEST);
    const int width = page->level < FINEST - 1 ? 1 : 1 << (page->level - FINEST + 2);
    item->begin = item->begin / span * span;
    if (page->level > 2)
        item->lane = 0;
    for (int side = 0; side < 2; ++side) {
        int *const row = &item->bins.row[side], *const column = &item->bins.column[side];
        *row = *row / width * width + (side ? width - 1 : 0);
        *column = *column / width * width + (side ? width - 1 : 0);
    }
}

static bool are_alike(const item_t *a, const item_t *b)
{
    return a->begin == b->begin && a->lane == b->lane && a->kind == b->kind &&
           a->object == b->object && memcmp(&a->bins, &b->bins, sizeof a->bins) == 0;
}

static unsigned hash_item(const item_t *item)
{
    const int words[] = {(int)item->begin,     item->lane,          item->kind,
                         item->object,         item->bins.row[0],   item->bins.row[1],
                         item->bins.column[0], item->bins.column[1]};
    unsigned hash = 2166136261u;
    for (size_t k = 0; k < sizeof words / sizeof *words; ++k)
        hash = (hash ^ (unsigned)words[k]) * 16777619u;
    return hash ^ hash >> 15;
}

/* Add an item, or join it to one like it; returns which. */
static int place_item(page_t *page, item_t item)
{
    coarsen(page, &item);
    unsigned at = hash_item(&item) & (unsigned)(page->places - 1);
    for (; page->place[at] >= 0; at = (at + 1) & (unsigned)(page->places - 1)) {
        item_t *old = &page->item[page->place[at]];
        if (!are_alike(old, &item))
            continue;
        old->end = item.end > old->end ? item.end : old->end;
        old->count += item.count;
        old->waited += item.waited;
        old->overlaps += item.overlaps;
        return page->place[at];
    }
    page->place[at] = page->items;
    page->item[page->items] = item;
    return page->items++;
}

/* There are too many: make all coarser. */
static void merge_items(page_t *page)
{
    const int items = page->items;
    int *moved = trace_memory(NULL, (size_t)items * sizeof *moved);
    ++page->level;
    page->items = 0;
    memset(page->place, -1, (size_t)page->places * sizeof *page->place);
    for (int k = 0; k < items; ++k)
        moved[k] = place_item(page, page->item[k]); /* it is never before k */
    for (int k = 0; k < page->trace->lanes; ++k)
        if (page->lane[k].item >= 0)
            page->lane[k].item = moved[page->lane[k].item];
    free(moved);
}

static void settle_overlaps(page_t *page, int lane)
{
    if (page->lane[lane].item >= 0)
        page->item[page->lane[lane].item].overlaps += page->lane[lane].overlaps;
    page->lane[lane].overlaps = 0;
}

static void add_item(page_t *page, const trace_event_t *event)
{
    const trace_operand_t *what = event->operands > 0 ? &event->operand[0] : &event->of;
    const bool has_object = (event->operands > 0 || event->of_call >= 0) && what->object >= 0 &&
                            what->object < NO_OBJECT;
    item_t item = {.begin = (uint32_t)((double)event->begin / page->unit),
                   .end = (uint32_t)((double)(event->begin + event->duration) / page->unit),
                   .lane = event->lane,
                   .kind = event->kind,
                   .object = has_object ? what->object : NO_OBJECT,
                   .count = 1,
                   .waited = 1e-9 * (double)event->waited};
    if (has_object)
        item.bins = map_bins(&page->tallies->map[what->object], what);
    while (page->items == MOST_ITEMS && page->level < LEVELS)
        merge_items(page);
    settle_overlaps(page, event->lane);
    if (page->items < MOST_ITEMS)
        page->lane[event->lane].item = place_item(page, item);
}

/* ---- the time line --------------------------------------------------------------------------- */

static void add_time(const page_t *page, float *line, const trace_event_t *event, double share)
{
    const double width = (double)page->trace->end / page->bins;
    const double begin = (double)event->begin / width;
    const double end = (double)(event->begin + event->duration) / width;
    float *at = line + (size_t)event->lane * (size_t)page->bins;
    for (int bin = (int)begin; bin < page->bins && bin < end; ++bin) {
        const double from = bin > begin ? bin : begin, to = bin + 1 < end ? bin + 1 : end;
        at[bin] += (float)((to - from) * share);
    }
}

static void add_to_line(const page_t *page, const trace_event_t *event)
{
    const double waited = event->duration > 0 ? (double)event->waited / (double)event->duration : 0;
    add_time(page, event->kind <= TRACE_WAIT ? page->busy : page->syncing, event, 1);
    if (waited > 0)
        add_time(page, page->waiting, event, waited);
}

/* ---- the data -------------------------------------------------------------------------------- */

/* Bytes are compressed and written in base64 as they come. */
typedef struct packer {
    FILE *out;
    z_stream stream;
    unsigned char kept[3];
    int count;
} packer_t;

static void write_base64(packer_t *packer, const unsigned char *data, size_t bytes, bool ends)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t k = 0; k < bytes || (ends && packer->count); ++k) {
        if (k < bytes)
            packer->kept[packer->count++] = data[k];
        if (packer->count < 3 && k < bytes)
            continue;
        const int n = packer->count;
        const unsigned three = (unsigned)packer->kept[0] << 16 |
                               (n > 1 ? (unsigned)packer->kept[1] << 8 : 0) |
                               (n > 2 ? packer->kept[2] : 0);
        const char four[4] = {letters[three >> 18], letters[three >> 12 & 63],
                              n > 1 ? letters[three >> 6 & 63] : '=',
                              n > 2 ? letters[three & 63] : '='};
        fwrite(four, 1, 4, packer->out);
        packer->count = 0;
    }
}

static void pack(packer_t *packer, const void *data, size_t bytes, int how)
{
    unsigned char packed[1 << 14];
    union {
        const void *given;
        unsigned char *wanted;
    } input = {data}; /* zlib only reads it */
    packer->stream.next_in = input.wanted;
    packer->stream.avail_in = (uInt)bytes;
    do {
        packer->stream.next_out = packed;
        packer->stream.avail_out = sizeof packed;
        deflate(&packer->stream, how);
        write_base64(packer, packed, sizeof packed - packer->stream.avail_out, false);
    } while (packer->stream.avail_out == 0);
    if (how == Z_FINISH)
        write_base64(packer, NULL, 0, true);
}

/* A section: numbers of one width, made one by one. */
typedef double value_t(const page_t *page, int64_t k);
typedef struct section {
    const char *name, *type;
    int width; /* bytes */
    bool is_real;
    int64_t count;
    value_t *value;
} section_t;

#define ITEM_VALUE(name, what)                                                                     \
    static double name(const page_t *page, int64_t k)                                              \
    {                                                                                              \
        const item_t *item = &page->item[k];                                                       \
        return (double)(what);                                                                     \
    }
ITEM_VALUE(item_begin, item->begin)
ITEM_VALUE(item_end, item->end < item->begin ? item->begin : item->end)
ITEM_VALUE(item_lane, item->lane)
ITEM_VALUE(item_kind, item->kind)
ITEM_VALUE(item_object, item->object)
ITEM_VALUE(item_count, item->count)
ITEM_VALUE(item_waited, item->waited)
ITEM_VALUE(item_overlaps, item->overlaps)

static double item_bin(const page_t *page, int64_t k, int axis, int side)
{
    const item_t *item = &page->item[k];
    const int bin = axis ? item->bins.column[side] : item->bins.row[side];
    if (item->object == NO_OBJECT)
        return 0;
    const map_t *map = &page->tallies->map[item->object];
    const int last = (axis ? map->columns : map->rows) - 1;
    return bin > last ? last : bin;
}
static double item_r0(const page_t *page, int64_t k)
{
    return item_bin(page, k, 0, 0);
}
static double item_r1(const page_t *page, int64_t k)
{
    return item_bin(page, k, 0, 1);
}
static double item_c0(const page_t *page, int64_t k)
{
    return item_bin(page, k, 1, 0);
}
static double item_c1(const page_t *page, int64_t k)
{
    return item_bin(page, k, 1, 1);
}

static double share_of(double share)
{
    return share >= 1 ? 255 : share > 0 && share < 1. / 255 ? 1 : share * 255;
}
static double line_busy(const page_t *page, int64_t k)
{
    return share_of(page->busy[k]);
}
static double line_waiting(const page_t *page, int64_t k)
{
    return share_of(page->waiting[k]);
}
static double line_syncing(const page_t *page, int64_t k)
{
    return share_of(page->syncing[k]);
}

static double map_value(const page_t *page, int64_t k, int layer)
{
    for (int m = 0; m < page->maps; ++m) {
        const map_t *map = &page->tallies->map[page->map[m]];
        const int64_t bins = (int64_t)map->rows * map->columns;
        if (k < bins)
            return map_at(map, layer, (int)(k / map->columns), (int)(k % map->columns));
        k -= bins;
    }
    return 0;
}
static double map_waited(const page_t *page, int64_t k)
{
    const double waited = 1e-9 * map_value(page, k, MAP_WAITED);
    return waited > 1e-15 ? waited : 0;
}
static double map_overlaps(const page_t *page, int64_t k)
{
    return map_value(page, k, MAP_OVERLAPS);
}
static double map_accesses(const page_t *page, int64_t k)
{
    return map_value(page, k, MAP_ACCESSES);
}

enum { SECTIONS = 18 };
static int64_t round_up(int64_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

static void list_sections(const page_t *page, section_t *sections)
{
    int64_t bins = 0;
    const int64_t line = (int64_t)page->trace->lanes * page->bins, items = page->items;
    for (int m = 0; m < page->maps; ++m)
        bins += (int64_t)page->tallies->map[page->map[m]].rows *
                page->tallies->map[page->map[m]].columns;
    const section_t all[SECTIONS] = {{"begin", "u32", 4, false, items, item_begin},
                                     {"end", "u32", 4, false, items, item_end},
                                     {"lane", "u16", 2, false, items, item_lane},
                                     {"kind", "u8", 1, false, items, item_kind},
                                     {"object", "u16", 2, false, items, item_object},
                                     {"r0", "u16", 2, false, items, item_r0},
                                     {"r1", "u16", 2, false, items, item_r1},
                                     {"c0", "u16", 2, false, items, item_c0},
                                     {"c1", "u16", 2, false, items, item_c1},
                                     {"count", "u32", 4, false, items, item_count},
                                     {"waited", "f32", 4, true, items, item_waited},
                                     {"overlaps", "u32", 4, false, items, item_overlaps},
                                     {"busy", "u8", 1, false, line, line_busy},
                                     {"waiting", "u8", 1, false, line, line_waiting},
                                     {"syncing", "u8", 1, false, line, line_syncing},
                                     {"map_waited", "f32", 4, true, bins, map_waited},
                                     {"map_overlaps", "f32", 4, true, bins, map_overlaps},
                                     {"map_accesses", "f32", 4, true, bins, map_accesses}};
    memcpy(sections, all, sizeof all);
}

static void print_sections(FILE *out, const page_t *page)
{
    section_t sections[SECTIONS];
    int64_t offset = 0;
    list_sections(page, sections);
    fputs("\"sections\":[", out);
    for (int k = 0; k < SECTIONS; ++k) {
        const section_t *section = &sections[k];
        fprintf(out,
                "%s{\"name\":\"%s\",\"type\":\"%s\",\"offset\":%" PRId64 ",\"count\":%" PRId64 "}",
                k ? "," : "", section->name, section->type, offset, section->count);
        offset += round_up(section->count * section->width);
    }
    putc(']', out);
}

static void pack_section(packer_t *packer, const page_t *page, const section_t *section)
{
    enum { AT_ONCE = 4096 };
    unsigned char buffer[4 * AT_ONCE];
    size_t used = 0;
    for (int64_t k = 0; k < section->count; ++k) {
        const double value = section->value(page, k);
        const float real = (float)value;
        uint32_t word = value > 0 ? (uint32_t)(value < UINT32_MAX ? value : UINT32_MAX) : 0;
        if (section->is_real)
            memcpy(&word, &real, sizeof word);
        for (int b = 0; b < section->width; ++b)
            buffer[used++] = (unsigned char)(word >> 8 * b);
        if (used > sizeof buffer - 4) {
            pack(packer, buffer, used, Z_NO_FLUSH);
            used = 0;
        }
    }
    const int64_t bytes = section->count * section->width;
    for (int64_t k = bytes; k < round_up(bytes); ++k)
        buffer[used++] = 0;
    pack(packer, buffer, used, Z_NO_FLUSH);
}

static void print_data(FILE *out, const page_t *page)
{
    section_t sections[SECTIONS];
    packer_t packer = {.out = out};
    list_sections(page, sections);
    if (deflateInit(&packer.stream, 9) != Z_OK)
        trace_fail("no memory to compress the page");
    for (int k = 0; k < SECTIONS; ++k)
        pack_section(&packer, page, &sections[k]);
    pack(&packer, NULL, 0, Z_FINISH);
    deflateEnd(&packer.stream);
}

/* ---- what the page says ---------------------------------------------------------------------- */

static void print_tally(FILE *out, const char *before, const tally_t *tally)
{
    fprintf(out,
            "{%s\"calls\":%" PRId64 ",\"bytes\":%" PRId64
            ",\"seconds\":%.9f,\"waited\":%.9f,\"overlaps\":%" PRId64 "}",
            before, tally->calls, tally->bytes, 1e-9 * (double)tally->time,
            1e-9 * (double)tally->waited, tally->overlaps);
}

static void print_tallies(FILE *out, const page_t *page)
{
    const trace_t *trace = page->trace;
    const tallies_t *tallies = page->tallies;
    const char *comma = "";
    char before[96];
    fputs("\"summary\":{\"total\":", out);
    print_tally(out, "", &tallies->total);
    fputs(",\"kinds\":[", out);
    for (int k = 0; k < TRACE_KINDS; ++k, comma = ",") {
        fputs(comma, out);
        print_tally(out, "", &tallies->kind[k]);
    }
    fputs("],\"calls\":[", out);
    comma = "";
    for (int k = 0; k < trace->calls; ++k) {
        if (!tallies->call[k].calls)
            continue;
        snprintf(before, sizeof before, "\"name\":\"%s\",\"kind\":%d,", trace->call[k].name,
                 trace->call[k].kind);
        fputs(comma, out);
        print_tally(out, before, &tallies->call[k]);
        comma = ",\n";
    }
    fputs("],\"ranks\":[", out);
    comma = "";
    for (int rank = 0; rank < trace->ranks; ++rank) {
        if (!trace->has_rank[rank])
            continue;
        snprintf(before, sizeof before, "\"rank\":%d,", rank);
        fputs(comma, out);
        print_tally(out, before, &tallies->rank[rank]);
        comma = ",\n";
    }
    fputs("],\"objects\":[", out);
    for (int k = 0; k < trace->objects; ++k) {
        fputs(k ? ",\n" : "", out);
        print_tally(out, "", &tallies->object[k]);
    }
    fputs("]}", out);
}

static void print_objects_json(FILE *out, const page_t *page)
{
    const trace_t *trace = page->trace;
    fputs("\"objects\":[", out);
    for (int k = 0; k < trace->objects; ++k) {
        const trace_object_t *object = &trace->object[k];
        int map = page->maps - 1;
        while (map >= 0 && page->map[map] != k)
            --map;
        fputs(k ? ",\n{\"name\":" : "{\"name\":", out);
        print_json_text(out, object->name);
        fputs(",\"type\":", out);
        print_json_text(out, object->type);
        fprintf(out, ",\"kind\":\"%s\",\"dims\":[", trace_object_kinds[object->kind]);
        for (int d = 0; d < object->ndim; ++d)
            fprintf(out, "%s%" PRId64, d ? "," : "", object->dims[d]);
        fprintf(out, "],\"rows\":%d,\"columns\":%d,\"map\":%d}", page->tallies->map[k].rows,
                page->tallies->map[k].columns, map);
    }
    putc(']', out);
}

static void print_marks(FILE *out, trace_t *trace)
{
    enum { MOST = 2000 };
    int count = 0;
    fputs("\"marks\":[", out);
    trace_rewind(trace);
    for (const trace_event_t *event; (event = trace_next(trace)) && count < MOST;) {
        if (event->call >= 0)
            continue;
        fprintf(out, "%s{\"t\":%.9f,\"rank\":%d,\"name\":", count++ ? ",\n" : "",
                1e-9 * (double)event->begin, trace->lane[event->lane].rank);
        print_json_text(out, event->mark);
        putc('}', out);
    }
    putc(']', out);
}

static void print_meta(FILE *out, const page_t *page)
{
    trace_t *trace = page->trace;
    fputs("{\"program\":", out);
    print_json_text(out, trace->program);
    fprintf(out,
            ",\"ranks\":%d,\"nodes\":%d,\"seconds\":%.9f,\"unit\":%.17g,\"events\":%" PRId64
            ",\"timeline_bins\":%d,\n\"notes\":[",
            trace->ranks, trace->nodes, 1e-9 * (double)trace->end, 1e-9 * page->unit, trace->events,
            page->bins);
    for (int k = 0; k < trace->notes; ++k) {
        fputs(k ? "," : "", out);
        print_json_text(out, trace->note[k]);
    }
    fputs("],\n\"lanes\":[", out);
    for (int k = 0; k < trace->lanes; ++k) {
        const trace_lane_t *lane = &trace->lane[k];
        fprintf(out, "%s{\"rank\":%d,\"thread\":%d,\"node\":%d,\"host\":", k ? "," : "", lane->rank,
                lane->thread, lane->node);
        print_json_text(out, lane->host);
        putc('}', out);
    }
    fputs("],\n\"kinds\":[", out);
    for (int k = 0; k < TRACE_KINDS; ++k)
        fprintf(out, "%s\"%s\"", k ? "," : "", trace_kind_names[k]);
    fputs("],\n", out);
    print_objects_json(out, page);
    fputs(",\n", out);
    print_marks(out, trace);
    fputs(",\n", out);
    print_tallies(out, page);
    fputs(",\n", out);
    print_sections(out, page);
    putc('}', out);
}

/* ---- making it ------------------------------------------------------------------------------- */

/* The objects that have maps: those that matter most. */
static void choose_maps(page_t *page, tallies_t *first)
{
    const trace_t *trace = page->trace;
    for (page->maps = 0; page->maps < MOST_MAPS; ++page->maps) {
        int best = -1;
        for (int k = 0; k < trace->objects; ++k) {
            const tally_t *tally = &first->object[k];
            if (tally->calls && (best < 0 || tally->waited > first->object[best].waited ||
                                 (tally->waited == first->object[best].waited &&
                                  tally->calls > first->object[best].calls)))
                best = k;
        }
        if (best < 0)
            return;
        page->map[page->maps] = best;
        first->object[best].calls = 0;
    }
}

static int compare_items(const void *a, const void *b)
{
    const uint32_t first = ((const item_t *)a)->begin, second = ((const item_t *)b)->begin;
    return (first > second) - (first < second);
}

static void fill_page(page_t *page)
{
    trace_t *trace = page->trace;
    trace_rewind(trace);
    for (const trace_event_t *event; (event = trace_next(trace));) {
        if (event->call < 0)
            continue;
        add_item(page, event);
        add_to_line(page, event);
        tallies_add(page->tallies, trace, event, &page->lane[event->lane].overlaps);
    }
    for (int k = 0; k < trace->lanes; ++k)
        settle_overlaps(page, k);
    for (int k = 0; k < trace->objects; ++k)
        map_finish(&page->tallies->map[k]);
    qsort(page->item, (size_t)page->items, sizeof *page->item, compare_items);
}

static page_t make_page(trace_t *trace)
{
    enum { LINE = 256000, MOST_BINS = 2000, LEAST_BINS = 100, FEW_MAPS = 3 };
    page_t page = {.trace = trace, .places = 1 << 19};
    choose_maps(&page, tallies_of(trace, 0));
    page.tallies = tallies_make(trace, page.maps > FEW_MAPS ? 128 : 256);
    page.unit = (double)trace->end / UNITS;
    if (page.unit < 1)
        page.unit = 1;
    page.item = trace_memory(NULL, MOST_ITEMS * sizeof *page.item);
    page.place = trace_memory(NULL, (size_t)page.places * sizeof *page.place);
    memset(page.place, -1, (size_t)page.places * sizeof *page.place);
    page.lane = trace_memory(NULL, (size_t)trace->lanes * sizeof *page.lane);
    for (int k = 0; k < trace->lanes; ++k) {
        page.lane[k].item = -1;
        page.lane[k].overlaps = 0;
    }
    page.bins = trace->lanes ? LINE / trace->lanes : MOST_BINS;
    page.bins = page.bins > MOST_BINS ? MOST_BINS : page.bins < LEAST_BINS ? LEAST_BINS : page.bins;
    const size_t bytes = (size_t)trace->lanes * (size_t)page.bins * sizeof(float);
    page.busy = memset(trace_memory(NULL, bytes), 0, bytes);
    page.waiting = memset(trace_memory(NULL, bytes), 0, bytes);
    page.syncing = memset(trace_memory(NULL, bytes), 0, bytes);
    fill_page(&page);
    return page;
}

void show_html(trace_t *trace, const trace_options_t *options)
{
    const page_t page = make_page(trace);
    FILE *out = open_output(options);
    for (const char *at = viewer_html; *at;) { /* marks look like this: slash, star, @css@ */
        const char *mark = strstr(at, "/*@"), *end = mark ? strstr(mark, "@*/") : NULL;
        if (!end) {
            fputs(at, out);
            break;
        }
        fwrite(at, 1, (size_t)(mark - at), out);
        at = end + 3;
        if (strncmp(mark + 3, "css", 3) == 0)
            fputs(viewer_css, out);
        else if (strncmp(mark + 3, "js", 2) == 0)
            fputs(viewer_js, out);
        else if (strncmp(mark + 3, "meta", 4) == 0)
            print_meta(out, &page);
        else
            print_data(out, &page);
    }
    close_output(out, options);
}
