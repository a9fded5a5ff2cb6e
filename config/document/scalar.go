package document

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"time"
)

// What no knob can mean: an order of magnitude or a unit was mistaken. Most
// knobs have narrower bounds of their own.
const (
	longestTime   = 10 * 365 * 24 * time.Hour
	largestNumber = 1_000_000_000
)

// scalar reads text, a number or a switch. A number is none of the others,
// and a whole one will do where a fraction may stand.
func (r *reader) scalar(to reflect.Value, from any, path string) {
	value := reflect.ValueOf(from)
	fits := value.Kind() == to.Kind()
	switch {
	case to.CanInt():
		fits = value.CanInt() && !to.OverflowInt(value.Int())
	case to.CanFloat():
		fits = value.CanInt() || value.CanFloat() && !math.IsNaN(value.Float())
	}
	if !fits {
		r.complain(path, "want %s, got %s", kindWord(to.Kind()), word(from))
		return
	}
	if value.CanInt() && value.Int() > largestNumber || value.CanFloat() && value.Float() > largestNumber {
		r.complain(path, "want at most %d, got %s", largestNumber, word(from))
		return
	}
	to.Set(value.Convert(to.Type()))
}

func (r *reader) duration(to *time.Duration, from any, path string) {
	text, ok := from.(string)
	d, err := time.ParseDuration(text)
	switch {
	case !ok:
		r.complain(path, `want a duration in quotes such as "90s" or "15m", got %s`, word(from))
	case err != nil:
		r.complain(path, `want a duration such as "90s" or "15m", got %q`, text)
	case d > longestTime:
		r.complain(path, "want at most %dh, got %q", longestTime/time.Hour, text)
	default:
		*to = d
	}
}

func (r *reader) text(to encoding.TextUnmarshaler, from any, path string) {
	text, ok := from.(string)
	if !ok {
		r.complain(path, "want text in quotes, got %s", word(from))
	} else if err := to.UnmarshalText([]byte(text)); err != nil {
		r.complain(path, "%v", err)
	}
}

// kindWord says what a knob wants, in an operator's words.
func kindWord(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "text in quotes"
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	default:
		return "a whole number"
	}
}

// word says what stands in the file, in an operator's words.
func word(from any) string {
	switch v := from.(type) {
	case string:
		if len(v) > 40 {
			return "a long text"
		}
		return fmt.Sprintf("%q", v)
	case bool, int64, float64:
		return fmt.Sprint(v)
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}
