#pragma once
#include <unistr.h>
