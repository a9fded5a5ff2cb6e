// Command site makes a static site of docs/:
//
//	go run ./internal/site FOLDER
//
// It has a page for each of the documentation, the table of contents of
// docs/README.md beside each, and a search that runs in the reader's browser. What
// pages link to outside docs/ is copied, so that the folder needs nothing else.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "site: name the folder to write, which must not exist: go run ./internal/site FOLDER")
		os.Exit(2)
	}
	n, err := build(".", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%d pages in %s\n", n, os.Args[1])
}
