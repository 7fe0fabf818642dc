import type { SourceExcerpt, SourceRange } from "../../../base/errors/daml-failure.ts";
import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import { type DarSourceFiles, findModuleSource } from "../archive/dar-sources.ts";

/** Number of lines that an excerpt has before and after the range. */
const linesAround = 2;
/** Maximum number of lines of an excerpt. */
const maxLines = 12;

/** Source files of the packages whose DARs contain them. */
export class PackageSourceFiles {
  readonly #sources = new Map<PackageId, DarSourceFiles>();

  add(packageId: PackageId, sources: DarSourceFiles | undefined): void {
    if (sources !== undefined) this.#sources.set(packageId, sources);
  }

  /**
   * Returns the line that declares a top-level value, or a part of a template or interface: a choice, or a
   * clause such as `ensure`. Undefined if the source is not known.
   */
  findDeclaration(
    packageId: PackageId,
    module: string,
    definition: string,
  ): SourceRange | undefined {
    const sources = this.#sources.get(packageId);
    const lines = (sources && findModuleSource(sources, module))?.lines ?? [];
    const index = findDeclaration(lines, definition);
    const text = lines[index];
    if (text === undefined) return undefined;
    const [line, column] = [index + 1, text.length - text.trimStart().length + 1];
    return { line, column, endLine: line, endColumn: text.trimEnd().length + 1 };
  }

  /** Returns the lines around a range; undefined if the source is not known or does not match the range. */
  findExcerpt(packageId: PackageId, module: string, range: SourceRange): SourceExcerpt | undefined {
    const sources = this.#sources.get(packageId);
    const source = sources && findModuleSource(sources, module);
    if (source === undefined || source.lines.length < range.endLine) return undefined;
    const firstLine = Math.max(1, range.line - linesAround);
    const lastLine = Math.min(range.endLine + linesAround, firstLine + maxLines - 1);
    return { file: source.file, firstLine, lines: source.lines.slice(firstLine - 1, lastLine) };
  }
}

/** Returns the index of the line that declares a definition; -1 if none does. */
const findDeclaration = (lines: readonly string[], definition: string): number => {
  const [owner = "", kind, choice] = definition.split(" ");
  if (kind === undefined) return lines.findIndex((text) => text.startsWith(`${owner} `));
  const begin = lines.findIndex((text) => ownerPattern.exec(text)?.[1] === owner);
  if (begin === -1) return -1;
  const size = lines.slice(begin + 1).findIndex((text) => /^\w/u.test(text));
  const body = lines.slice(begin + 1, size === -1 ? undefined : begin + 1 + size);
  const part = body.findIndex((text) =>
    kind === "choice"
      ? choicePattern.exec(text)?.[1] === choice
      : text.trim().startsWith(`${kind} `),
  );
  return part === -1 ? -1 : begin + 1 + part;
};

/** Matches the first line of a template or an interface. */
const ownerPattern = /^(?:template|interface)\s+([\w']+)/u;
/** Matches the first line of a choice. */
const choicePattern = /^\s*(?:\w+\s+)?choice\s+([\w']+)/u;
