#pragma once
const char *value_of(char *line);
