"""Names that would do something, somewhere, if they were more than text: none of them may."""

HTML = (
    "<img src=x onerror=\"window.pwned='img'\">",
    "<script>window.pwned='script'</script>",
    "<svg/onload=window.pwned='svg'>",
    "<iframe src=\"javascript:parent.pwned='iframe'\"></iframe>",
    "<a href=\"javascript:window.pwned='a'\">click</a>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=http://evil.example/x.css>",
    "<meta http-equiv=refresh content=0;url=http://evil.example>",
    "<b>bold</b><br><h1>big</h1>",
    "</div></table><marquee>",
    "<!-- comment",
    "&lt;b&gt;&#36;x&#36;",
    "<form action=http://evil.example><input name=q>",
    '"><img src=http://evil.example/q.png>',
)
MARKDOWN = (
    "![x](http://evil.example/x.png)",
    "[x](javascript:alert(1))",
    "[x][1]",
    "http://evil.example/auto",
    "www.evil.example",
    "mail@evil.example",
    ":red[x]",
    ":material/delete: :smile:",
    "**bold** _it_ ~~gone~~ `code`",
    "# heading",
    "- item",
    "1. item",
    "> quote",
    "a | b | c",
    "-> <- -- >= :small[x]",
    "[^1]: note",
)
LATEX = ("$\\alpha$", "$$\\frac{1}{0}$$", "\\(x\\) \\href{http://evil.example}{x}")
FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "@SUM(A1:A9)", '=HYPERLINK("http://evil.example")', "＝1+1")
PLOTLY = ("%{customdata}<extra></extra>", "<sup>x</sup><sub>y</sub>")
DIRECTION = ("\u202egnp.exe\u202c", "\u2066left\u2069 \u200bright")
LONG = ("[A](" + 9_996 * "A", "<" + "long " * 1_999)
NAMES = HTML + MARKDOWN + LATEX + FORMULAS + PLOTLY + DIRECTION + LONG
