#pragma once
// Its folder comes from pkg-config: Debian keeps these headers in one that is not on the compiler's path.
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>
