/* The page that `html` fills, from the files in viewer/. */
#ifndef TRACE_VIEWER_H
#define TRACE_VIEWER_H

extern const char viewer_html[], viewer_css[], viewer_js[];

#endif
