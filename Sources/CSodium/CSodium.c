#include "CSodium.h"
