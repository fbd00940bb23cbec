#pragma once
// Its folder comes from pkg-config: Debian keeps these headers in one that is not on the compiler's path.
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/uri.h>

// xmlFree is a variable that Swift takes for one that any thread may change.
static inline void clibxml_free(void *memory) { xmlFree(memory); }
