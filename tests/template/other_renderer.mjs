// A second renderer of both template dialects, written from their description, to compare ours with.
// Reads {"vectors": [{dialect, template, values, declared}]} on standard input and writes a list of texts; null where
// a required variable has no value.

const text = (source) => ({ kind: "text", source });

function splitBraces(source) {
  const pieces = [];
  let plain = "";
  let at = 0;
  const push = (token) => {
    if (plain) pieces.push(text(plain));
    plain = "";
    pieces.push(token);
  };
  while (at < source.length) {
    const rest = source.slice(at);
    if (rest.startsWith("\\\\{{")) {
      push({ kind: "literal", value: "\\", source: "\\\\" });
      at += 2;
    } else if (rest.startsWith("\\{{")) {
      push({ kind: "literal", value: "{{", source: "\\{{" });
      at += 3;
    } else if (rest.startsWith("{{")) {
      const found = tagOfBraces(rest);
      if (found === null) {
        plain += source[at];
        at += 1;
      } else {
        if (found.kind === "text") plain += found.source;
        else push(found);
        at += found.source.length;
      }
    } else {
      plain += source[at];
      at += 1;
    }
  }
  if (plain) pieces.push(text(plain));
  return pieces;
}

function tagOfBraces(rest) {
  const opener = /^\{\{[ \t]*!(--)?/.exec(rest);
  if (opener) {
    const dashed = opener[1] !== undefined;
    const from = dashed ? opener[0].length - 2 : opener[0].length;
    const line = rest.slice(from).split("\n", 1)[0];
    const end = line.indexOf(dashed ? "--}}" : "}}");
    if (end < 0) return text(opener[0]); // not closed on its line
    return { kind: "comment", source: rest.slice(0, from + end + (dashed ? 4 : 2)) };
  }
  const tag = /^\{\{([^{}\n!]*)\}\}/.exec(rest);
  if (!tag) return null;
  const body = tag[1].replace(/^[ \t]+|[ \t]+$/g, "");
  const source = tag[0];
  if (body === "else") return { kind: "else", source };
  if (body === "/if" || body === "/unless") return { kind: "end", source };
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(body)) return { kind: "insert", name: body, source };
  const condition = /^#(if|unless)[ \t]+([A-Za-z_][A-Za-z0-9_]*)$/.exec(body);
  if (condition) return { kind: "if", name: condition[2], negated: condition[1] === "unless", source };
  return text(source);
}

function splitBrackets(source) {
  const tag = /\[[ \t]*(?:(?:if[ \t]+!?)?[A-Za-z0-9_]+:[^\]\n]*\]?|(?:else|endif)[ \t]*\])/g;
  const pieces = [];
  let behind = 0;
  for (const found of source.matchAll(tag)) {
    if (found.index > behind) pieces.push(text(source.slice(behind, found.index)));
    pieces.push(tagOfBrackets(found[0]));
    behind = found.index + found[0].length;
  }
  if (behind < source.length) pieces.push(text(source.slice(behind)));
  return pieces;
}

function tagOfBrackets(source) {
  if (!source.endsWith("]")) return text(source);
  const inner = source.slice(1, -1).replace(/^[ \t]+/, "");
  const colon = inner.indexOf(":");
  if (colon < 0) return { kind: inner.startsWith("else") ? "else" : "end", source };
  let type = inner.slice(0, colon);
  let name = inner.slice(colon + 1);
  const condition = /^if[ \t]+(!?)/.exec(type);
  if (condition) type = type.slice(condition[0].length);
  if (type === "literal" && !condition) return { kind: "literal", value: name, source };
  if (type !== "literal") name = name.replace(/[ \t]+$/, "");
  const key = `${type}:${name}`;
  if (condition) return { kind: "if", name: key, negated: condition[1] === "!", source };
  return { kind: "insert", name: key, source };
}

// What fits no condition is text; the others know their partners.
function pair(pieces) {
  const open = [];
  const strays = new Set();
  for (const piece of pieces) {
    if (piece.kind === "if") open.push({ opening: piece, divider: null });
    else if (piece.kind === "else") {
      const inner = open.at(-1);
      if (!inner || inner.divider) strays.add(piece);
      else inner.divider = piece;
    } else if (piece.kind === "end") {
      const inner = open.pop();
      if (!inner) strays.add(piece);
      else {
        piece.opening = inner.opening;
        if (inner.divider) inner.divider.opening = inner.opening;
      }
    }
  }
  for (const { opening, divider } of open) {
    strays.add(opening);
    if (divider) strays.add(divider);
  }
  return pieces.map((piece) => (strays.has(piece) ? text(piece.source) : piece));
}

// A block tag or comment alone on its line goes with the whole line.
function takeLoneLines(pieces) {
  const source = pieces.map((piece) => piece.source).join("");
  const cut = [];
  let at = 0;
  for (const piece of pieces) {
    const end = at + piece.source.length;
    if (["if", "else", "end", "comment"].includes(piece.kind)) {
      const start = source.lastIndexOf("\n", at - 1) + 1;
      const before = at === 0 ? "" : source.slice(start, at);
      const after = /^[ \t]*(\r?\n|$)/.exec(source.slice(end));
      if (/^[ \t]*$/.test(before) && after) cut.push([at - before.length, at], [end, end + after[0].length]);
    }
    at = end;
  }
  let from = 0;
  return pieces.map((piece) => {
    const start = from;
    from += piece.source.length;
    if (piece.kind !== "text") return piece;
    let kept = "";
    for (let index = start; index < from; index += 1) {
      if (!cut.some(([first, last]) => first <= index && index < last)) kept += source[index];
    }
    return { ...piece, value: kept };
  });
}

function rendered({ dialect, template, values, declared }) {
  const braces = dialect === "braces";
  const given = new Map(Object.entries(values));
  const named = new Map();
  if (braces) {
    for (const one of declared ?? []) {
      if (one.required && !given.has(one.name)) return null;
      named.set(one.name, one);
      if (!given.has(one.name) && one.default !== null) given.set(one.name, one.default);
    }
  }
  const isKnown = (name) => {
    const type = name.slice(0, name.indexOf(":"));
    return braces || declared === null || declared.includes(type) || type === "literal";
  };
  const holds = (name) => {
    if (braces) return (given.get(name) ?? "") !== "";
    return name.startsWith("literal:") || (isKnown(name) && given.has(name));
  };
  let pieces = pair((braces ? splitBraces : splitBrackets)(template));
  if (braces) pieces = takeLoneLines(pieces);
  const out = [];
  const sides = []; // whether the side we are in is kept
  const add = (string, own) => {
    if (string !== "" && sides.every((side) => side)) out.push({ string, own });
  };
  for (const piece of pieces) {
    const opening = piece.kind === "if" ? piece : piece.opening;
    const asWritten = opening !== undefined && !isKnown(opening.name);
    if (piece.kind === "text") add(piece.value ?? piece.source, true);
    else if (piece.kind === "literal") add(piece.value, false);
    else if (piece.kind === "insert") {
      if (given.has(piece.name) && isKnown(piece.name)) add(given.get(piece.name), false);
      else if (braces ? !named.has(piece.name) : !isKnown(piece.name)) add(piece.source, false);
    } else if (asWritten) {
      if (piece.kind === "end") sides.pop();
      add(piece.source, false);
      if (piece.kind === "if") sides.push(true);
    } else if (piece.kind === "if") sides.push(holds(piece.name) !== piece.negated);
    else if (piece.kind === "else") sides.push(!sides.pop());
    else if (piece.kind === "end") sides.pop();
  }
  return braces ? withoutBlankEnds(out) : out.map((one) => one.string).join("");
}

// Blank lines at the ends go, but not those of a value.
function withoutBlankEnds(out) {
  const whole = out.map((one) => one.string).join("");
  const own = (pieces) => {
    const first = pieces.findIndex((one) => !one.own);
    return pieces.slice(0, first < 0 ? pieces.length : first).reduce((sum, one) => sum + one.string.length, 0);
  };
  const blank = /^[ \t\n]*/.exec(whole.slice(0, own(out)))[0].length;
  if (blank === whole.length) return "";
  const start = blank === 0 ? 0 : whole.lastIndexOf("\n", blank - 1) + 1;
  const base = whole.length - own([...out].reverse());
  const content = base + whole.slice(base).replace(/[ \t\n]+$/, "").length;
  if (content === base && whole.slice(0, base).endsWith("\n")) return whole.slice(start, base);
  const newline = whole.indexOf("\n", content);
  return whole.slice(start, newline < 0 ? whole.length : newline);
}

let input = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => (input += chunk));
process.stdin.on("end", () => process.stdout.write(JSON.stringify(JSON.parse(input).vectors.map(rendered))));
