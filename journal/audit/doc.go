// Package audit is what people had the program do: who, when, from where, what and
// what came of it, in a chain in which no entry can be changed or removed unnoticed.
//
// An entry is written before the effect, another after it tells the result. Neither
// has a text of a chat. Its writers are control, for page, HTTP and MCP, and the
// commands of an operator; it knows neither.
//
//	entry.go    what is kept
//	chain.go    how entries hang together
//	trail.go    who keeps them
//	wanted.go   which of them somebody asks for
//	memory.go   a trail that ends with the process
package audit
