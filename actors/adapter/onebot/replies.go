package onebot

import (
	"errors"
	"strconv"
	"sync"
)

// replies are what is waited for of a connection, by the number of what it answers. The
// zero replies wait for none.
type replies[Reply any] struct {
	mu      sync.Mutex // who reads the connection brings them
	last    int64
	waiting map[string]chan Reply
}

// expect numbers a question, of which the reply is to come. An error says that too many are
// open.
func (r *replies[Reply]) expect() (number string, reply <-chan Reply, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.waiting) >= callsMost {
		return "", nil, errors.New("too many calls have no answer")
	}
	if r.waiting == nil {
		r.waiting = map[string]chan Reply{}
	}
	r.last++
	number = strconv.FormatInt(r.last, 10)
	expected := make(chan Reply, 1)
	r.waiting[number] = expected
	return number, expected, nil
}

// come gives a reply to who waits for it, if anybody does.
func (r *replies[Reply]) come(number string, reply Reply) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if expected, is := r.waiting[number]; is {
		delete(r.waiting, number)
		expected <- reply // it has room for one
	}
}

// forget says that nobody waits any more.
func (r *replies[Reply]) forget(number string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.waiting, number)
}
