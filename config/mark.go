package config

import "bytes"

// byteOrderMark is what some editors begin a file with.
var byteOrderMark = []byte("\uFEFF")

// behindMark changes what a file has behind its byte order mark, which stays. Nothing that
// looks for places in a text knows of marks.
func behindMark(text []byte, change func(text []byte) ([]byte, error)) ([]byte, error) {
	rest, marked := bytes.CutPrefix(text, byteOrderMark)
	next, err := change(rest)
	if err != nil || !marked {
		return next, err
	}
	return append(bytes.Clone(byteOrderMark), next...), nil
}
