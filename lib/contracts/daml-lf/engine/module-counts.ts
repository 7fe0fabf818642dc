import type { CodeFrame } from "../../engine/code-frame.ts";
import type { ChoiceCoverage, ModuleCoverage } from "../../engine/code-record.ts";

interface OpenModule {
  readonly package: string;
  readonly module: string;
  readonly lines: Map<number, number>;
  readonly choices: Map<string, OpenChoice>;
}

interface OpenChoice {
  line: number | undefined;
  count: number;
  readonly lines: Set<number>;
}

/** Collects counts of lines and choices by module. */
export class ModuleCounts {
  readonly #modules = new Map<string, OpenModule>();

  /** Counts an expression that begins on a line. The most frequent instruction of a line counts. */
  line(frame: CodeFrame, line: number, count: number): void {
    this.#line(frame, line, count);
    if (isChoice.test(frame.definition)) this.#choiceOf(frame).lines.add(line);
  }

  /** Counts exercises of a choice, also for the line that declares it; the frame is that of its definition. */
  choice(frame: CodeFrame, count: number): void {
    const choice = this.#choiceOf(frame);
    choice.count += count;
    if (frame.range === undefined) return;
    choice.line = frame.range.line;
    choice.lines.add(choice.line);
    this.#line(frame, choice.line, count);
  }

  #line(frame: CodeFrame, line: number, count: number): void {
    const { lines } = this.#moduleOf(frame);
    lines.set(line, Math.max(lines.get(line) ?? 0, count));
  }

  /** Returns the counts, in order of modules and lines. */
  modules(): readonly ModuleCoverage[] {
    return [...this.#modules.values()]
      .filter(({ lines, choices }) => lines.size + choices.size > 0)
      .map(({ package: name, module, lines, choices }) => ({
        package: name,
        module,
        file: `${module.replaceAll(".", "/")}.daml`,
        lines: [...lines].sort(([left], [right]) => left - right),
        choices: Array.from(choices, closedChoice).sort((left, right) =>
          left.name < right.name ? -1 : 1,
        ),
      }))
      .sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  }

  #moduleOf({ package: name, module }: CodeFrame): OpenModule {
    const key = keyOf({ package: name, module });
    let found = this.#modules.get(key);
    if (found === undefined) {
      found = { package: name, module, lines: new Map(), choices: new Map() };
      this.#modules.set(key, found);
    }
    return found;
  }

  #choiceOf(frame: CodeFrame): OpenChoice {
    const { choices } = this.#moduleOf(frame);
    const [, owner = "", choice = ""] = isChoice.exec(frame.definition) ?? [];
    const name = `${owner}.${choice}`;
    let found = choices.get(name);
    if (found === undefined) {
      found = { line: undefined, count: 0, lines: new Set() };
      choices.set(name, found);
    }
    return found;
  }
}

/** `Template choice Name`, also with the part of the choice behind it. */
const isChoice = /^(\S+) choice (\S+)/u;

const keyOf = ({ package: name, module }: Pick<OpenModule, "package" | "module">): string =>
  `${name}:${module}`;

const closedChoice = ([name, { line, count, lines }]: [string, OpenChoice]): ChoiceCoverage => ({
  name,
  line,
  count,
  lines: [...lines].sort((left, right) => left - right),
});
