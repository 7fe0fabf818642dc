import type { SourceExcerpt, SourceRange } from "../../../base/errors/daml-failure.ts";
import type { PackageId } from "../../../base/identifiers/identifiers.ts";
import { type DarSources, findModuleSource } from "../archive/dar-sources.ts";

/** Number of lines that an excerpt has before and after the range. */
const linesAround = 2;
/** Maximum number of lines of an excerpt. */
const maxLines = 12;

/** Source files of the packages whose DARs contain them. */
export class PackageSources {
  readonly #sources = new Map<PackageId, DarSources>();

  add(packageId: PackageId, sources: DarSources | undefined): void {
    if (sources !== undefined) this.#sources.set(packageId, sources);
  }

  /** Returns the line that declares a choice or a top-level value; undefined if the source is not known. */
  declaration(packageId: PackageId, module: string, definition: string): SourceRange | undefined {
    const sources = this.#sources.get(packageId);
    const source = sources && findModuleSource(sources, module);
    if (source === undefined) return undefined;
    const [, choice] = / choice (\w+)/u.exec(definition) ?? [];
    const begins = (text: string): boolean =>
      choice === undefined
        ? text.startsWith(`${definition} `)
        : (/^\s*(?:\w+ )?choice\s+(\w+)/u.exec(text) ?? [])[1] === choice;
    const index = source.lines.findIndex(begins);
    const text = source.lines[index];
    if (text === undefined) return undefined;
    const [line, column] = [index + 1, text.length - text.trimStart().length + 1];
    return { line, column, endLine: line, endColumn: text.trimEnd().length + 1 };
  }

  /** Returns the lines around a range; undefined if the source is not known or does not match the range. */
  excerpt(packageId: PackageId, module: string, range: SourceRange): SourceExcerpt | undefined {
    const sources = this.#sources.get(packageId);
    const source = sources && findModuleSource(sources, module);
    if (source === undefined || source.lines.length < range.endLine) return undefined;
    const firstLine = Math.max(1, range.line - linesAround);
    const lastLine = Math.min(range.endLine + linesAround, firstLine + maxLines - 1);
    return { file: source.file, firstLine, lines: source.lines.slice(firstLine - 1, lastLine) };
  }
}
