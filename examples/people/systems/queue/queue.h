#ifndef QUEUE_H
#define QUEUE_H

#ifndef CAPACITY
#define CAPACITY 4
#endif

void put(int item);
int take(void);

#endif
