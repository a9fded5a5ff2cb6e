package adapter

// Words keeps small words by their names, which are letters and digits, for all
// processes that may run an account. What is in them is not sealed: it names nobody.
// Its methods give up in bounded time and may be called at the same time; after an
// error nobody knows what was written.
type Words interface {
	// Read gives a word and its revision; 0 and no error if there is none.
	Read(name string) (body []byte, revision uint64, err error)
	// Write keeps a word in place of the one of that revision, 0 being none. It
	// fails if there is another.
	Write(name string, over uint64, body []byte) (revision uint64, err error)
}
