package familiar

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const because = module + "messages/because"

// written are the places that may look into a reason's clause, and why.
var written = map[string]string{
	"journal/jetstream/ledger/pack.go":   "a note that is written like the one before takes no room",
	"internal/simulation/check_lines.go": "it looks for what must have been erased, wherever that is",
}

// TestNoReasonIsReadBack: why something was decided is a type with its values.
// Its clause is output: nothing compares, cuts or searches it, or what is kept
// of it in a variable, a field or a result, to find out what happened.
func TestNoReasonIsReadBack(t *testing.T) {
	all := &checking{t: t, fset: token.NewFileSet(), info: newInfo(), known: map[string]*types.Package{}}
	all.load()
	p := prose{info: all.info, found: map[types.Object]bool{}, notice: all.tell}
	p.read(all.files)
	if len(p.found) == 0 {
		t.Error("nobody writes a reason")
	}
	t.Run("each way is noticed", func(t *testing.T) { testNoticed(t, all) })
}

// testNoticed shows each way to find out from a clause what happened, and what
// is none.
func testNoticed(t *testing.T, all *checking) {
	const around = `package p
import ("cmp"; "fmt"; "strings"; "familiar/messages/because")
type view struct{ why string }
func told(r because.Reason) string { return "for: " + because.Written(r) }
func _(r because.Reason, v view, all map[string]bool) { %s }
var _, _, _ = strings.Cut, fmt.Sprint, cmp.Or[string]`
	for _, tt := range []struct {
		line   string
		notice bool
	}{
		{`_ = because.Written(r) == "told to be quiet"`, true},
		{`_ = "yes" != because.Written(r)`, true},
		{`switch because.Written(r) { case "yes": }`, true},
		{`_ = strings.HasPrefix(because.Written(r), "yes")`, true},
		{`_ = strings.Contains("yes no", because.Written(r))`, true},
		{`_, _, _ = strings.Cut(told(r), ": ")`, true},
		{`v.why = because.Written(r); _ = strings.TrimPrefix(v.why, "no")`, true},
		{`w := view{why: because.Written(r)}; _ = w.why == "no"`, true},
		{`w := view{because.Written(r)}; _ = w.why[0]`, true},
		{`text := cmp.Or(because.Written(r), "none"); _ = text[:2]`, true},
		{`for range because.Written(r) {}`, true},
		{`_ = all[because.Written(r)]`, true},
		{`_ = fmt.Sprint(r)`, true},

		{`_ = because.Written(r) == ""`, false},
		{`_ = r == because.ToldQuiet`, false},
		{`_, _ = r.(because.JudgeSaid)`, false},
		{`_ = fmt.Sprint("quiet: ", because.Written(r))`, false},
		{`_ = strings.Join([]string{because.Written(r)}, ", ")`, false},
		{`var b strings.Builder; b.WriteString(because.Written(r))`, false},
		{`_ = view{because.Written(r)}; _ = strings.HasPrefix("a", "b")`, false},
	} {
		f, err := parser.ParseFile(all.fset, "p.go", fmt.Sprintf(around, tt.line), 0)
		if err != nil {
			t.Fatal(err)
		}
		all.check("p", []*ast.File{f})
		noticed := false
		p := prose{info: all.info, found: map[types.Object]bool{}, notice: func(token.Pos, string) { noticed = true }}
		p.read([]*ast.File{f})
		if noticed != tt.notice {
			t.Errorf("%s: noticed is %v", tt.line, noticed)
		}
	}
}

// A prose finds what holds a reason's clause, and notices what reads it.
type prose struct {
	info   *types.Info
	found  map[types.Object]bool // variables, fields and functions that give one
	notice func(at token.Pos, what string)
}

func (p *prose) read(files []*ast.File) {
	for more := true; more; { // until nothing further is found to hold a clause
		before := len(p.found)
		for _, f := range files {
			if f.Name.Name != "messages" { // what it encodes there is one field for many
				ast.Inspect(f, p.follow)
			}
		}
		more = len(p.found) > before
	}
	for _, f := range files {
		ast.Inspect(f, p.look)
	}
}

// holds reports whether an expression is a clause, or has one in it.
func (p *prose) holds(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return p.found[p.info.ObjectOf(e)]
	case *ast.SelectorExpr:
		return p.found[p.info.ObjectOf(e.Sel)]
	case *ast.BinaryExpr:
		return e.Op == token.ADD && (p.holds(e.X) || p.holds(e.Y))
	case *ast.CallExpr:
		if p.info.Types[e.Fun].IsType() {
			return len(e.Args) == 1 && p.holds(e.Args[0])
		}
		fun := p.called(e)
		if fun == nil {
			return false
		}
		return isWritten(fun) || p.found[fun] || fun.FullName() == "cmp.Or" && slices.ContainsFunc(e.Args, p.holds)
	}
	return false
}

func isWritten(fun *types.Func) bool { return fun.FullName() == because+".Written" }

// called returns the function of a call; nil for a value's.
func (p *prose) called(call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	if index, is := fun.(*ast.IndexExpr); is {
		fun = index.X
	}
	var name *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		name = fun
	case *ast.SelectorExpr:
		name = fun.Sel
	default:
		return nil
	}
	of, _ := p.info.ObjectOf(name).(*types.Func)
	return of
}

// follow finds what a clause is put into.
func (p *prose) follow(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			p.followResults(n)
		}
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) {
				p.keep(to, n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if i < len(n.Values) {
				p.keep(name, n.Values[i])
			}
		}
	case *ast.CompositeLit:
		p.followFields(n)
	}
	return true
}

// followResults finds a function that returns a clause.
func (p *prose) followResults(f *ast.FuncDecl) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if _, another := n.(*ast.FuncLit); another {
			return false
		}
		if r, is := n.(*ast.ReturnStmt); is && len(r.Results) == 1 && p.holds(r.Results[0]) {
			p.found[p.info.Defs[f.Name]] = true
		}
		return true
	})
}

func (p *prose) followFields(lit *ast.CompositeLit) {
	of := p.info.Types[lit].Type
	if of == nil {
		return
	}
	if pointer, is := of.Underlying().(*types.Pointer); is {
		of = pointer.Elem()
	}
	fields, is := of.Underlying().(*types.Struct)
	if !is {
		return
	}
	for i, element := range lit.Elts {
		if kv, is := element.(*ast.KeyValueExpr); is {
			p.keep(kv.Key, kv.Value)
		} else if i < fields.NumFields() && p.holds(element) {
			p.found[fields.Field(i)] = true
		}
	}
}

func (p *prose) keep(to, value ast.Expr) {
	if !p.holds(value) {
		return
	}
	switch to := ast.Unparen(to).(type) {
	case *ast.Ident:
		if of := p.info.ObjectOf(to); of != nil && to.Name != "_" {
			p.found[of] = true
		}
	case *ast.SelectorExpr:
		p.found[p.info.ObjectOf(to.Sel)] = true
	}
}

// look notices what reads a clause.
func (p *prose) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		compares := n.Op == token.EQL || n.Op == token.NEQ || n.Op == token.LSS || n.Op == token.GTR || n.Op == token.LEQ || n.Op == token.GEQ
		if compares && (p.holds(n.X) && !p.isEmpty(n.Y) || p.holds(n.Y) && !p.isEmpty(n.X)) {
			p.notice(n.Pos(), "compares a reason's clause: ask for the reason's type")
		}
	case *ast.SwitchStmt:
		if n.Tag != nil && p.holds(n.Tag) {
			p.notice(n.Pos(), "switches over a reason's clause: ask for the reason's type")
		}
	case *ast.IndexExpr:
		if p.holds(n.X) || p.holds(n.Index) {
			p.notice(n.Pos(), "looks into a reason's clause, or something up by it")
		}
	case *ast.SliceExpr:
		if p.holds(n.X) {
			p.notice(n.Pos(), "cuts a reason's clause")
		}
	case *ast.RangeStmt:
		if p.holds(n.X) {
			p.notice(n.Pos(), "looks through a reason's clause")
		}
	case *ast.CallExpr:
		p.lookAtCall(n)
	}
	return true
}

// searching are the packages that take texts apart, but for these functions.
var (
	searching = []string{"strings", "bytes", "regexp", "slices"}
	joining   = []string{"Join", "NewReplacer", "Repeat"}
)

func (p *prose) lookAtCall(call *ast.CallExpr) {
	fun := p.called(call)
	if fun == nil || fun.Pkg() == nil {
		return
	}
	signature, is := fun.Type().(*types.Signature)
	if !is {
		return
	}
	searches := slices.Contains(searching, fun.Pkg().Path()) && !slices.Contains(joining, fun.Name())
	if recv := signature.Recv(); recv != nil && fun.Pkg().Path() != "regexp" { // a builder's, a reader's
		searches = false
	}
	prints := fun.Pkg().Path() == "fmt" || fun.Pkg().Path() == "log/slog"
	for _, arg := range call.Args {
		if searches && p.holds(arg) {
			p.notice(call.Pos(), "cuts or searches a reason's clause: ask for the reason's type")
		}
		if named, is := p.info.Types[arg].Type.(*types.Named); is && prints && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == because {
			p.notice(call.Pos(), "prints a reason, of which only because.Written makes a clause")
		}
	}
}

func (p *prose) isEmpty(e ast.Expr) bool {
	v := p.info.Types[e].Value
	return v != nil && v.Kind() == constant.String && constant.StringVal(v) == ""
}

// A checking type-checks the module's packages from source, and what they use
// besides by what the compiler has written of it.
type checking struct {
	t       *testing.T
	fset    *token.FileSet
	info    *types.Info
	files   []*ast.File               // of all packages that may not look into a clause
	known   map[string]*types.Package // the module's own
	exports map[string]string
	conf    types.Config
}

func newInfo() *types.Info {
	return &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
}

func (c *checking) load() {
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles", "./...").Output()
	if err != nil {
		c.t.Fatal(err)
	}
	c.exports = map[string]string{}
	compiled := importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(c.exports[path]) })
	c.conf.Importer = importing(func(path string) (*types.Package, error) {
		if own := c.known[path]; own != nil {
			return own, nil
		}
		return compiled.Import(path)
	})
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; { // what a package imports comes before it
		var pkg struct {
			ImportPath, Export, Dir string
			GoFiles                 []string
		}
		if err := dec.Decode(&pkg); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			c.t.Fatal(err)
		}
		if !strings.HasPrefix(pkg.ImportPath, module) {
			c.exports[pkg.ImportPath] = pkg.Export
			continue
		}
		var files []*ast.File
		for _, name := range pkg.GoFiles {
			f, err := parser.ParseFile(c.fset, filepath.Join(pkg.Dir, name), nil, 0)
			if err != nil {
				c.t.Fatal(err)
			}
			files = append(files, f)
		}
		c.known[pkg.ImportPath] = c.check(pkg.ImportPath, files)
		if pkg.ImportPath != because {
			c.files = append(c.files, files...)
		}
	}
}

func (c *checking) check(path string, files []*ast.File) *types.Package {
	pkg, err := c.conf.Check(path, c.fset, files, c.info)
	if err != nil {
		c.t.Fatal(err)
	}
	return pkg
}

// tell fails the test by what was noticed, unless it may be.
func (c *checking) tell(at token.Pos, what string) {
	where := c.fset.Position(at)
	here, err := os.Getwd()
	if err != nil {
		c.t.Fatal(err)
	}
	file, err := filepath.Rel(here, where.Filename)
	if err != nil {
		c.t.Fatal(err)
	}
	if written[filepath.ToSlash(file)] == "" {
		c.t.Errorf("%s:%d %s", file, where.Line, what)
	}
}

type importing func(path string) (*types.Package, error)

func (i importing) Import(path string) (*types.Package, error) { return i(path) }
