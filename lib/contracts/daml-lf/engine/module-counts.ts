import type { ChoiceCoverage, ModuleCoverage } from "../../engine/code-execution-record.ts";
import type { DamlCodeFrame } from "../../engine/code-frame.ts";

interface ModuleCounters {
  readonly package: string;
  readonly module: string;
  readonly lines: Map<number, number>;
  readonly choices: Map<string, ChoiceCounters>;
}

interface ChoiceCounters {
  line: number | undefined;
  count: number;
  readonly lines: Set<number>;
}

/** Collects counts of lines and choices by module. */
export class CoverageCountsByModule {
  readonly #modules = new Map<string, ModuleCounters>();

  /**
   * Adds the count of an instruction on a line. The count of a line is that of its most frequent
   * instruction.
   */
  addLineCount(frame: DamlCodeFrame, line: number, count: number): void {
    this.#raiseLineCount(frame, line, count);
    if (choicePattern.test(frame.definition)) this.#getChoiceCounters(frame).lines.add(line);
  }

  /**
   * Adds exercises of a choice, also to the line that declares the choice. `frame` is the frame of the
   * whole choice.
   */
  addChoiceCount(frame: DamlCodeFrame, count: number): void {
    const choice = this.#getChoiceCounters(frame);
    choice.count += count;
    if (frame.range === undefined) return;
    choice.line = frame.range.line;
    choice.lines.add(choice.line);
    this.#raiseLineCount(frame, choice.line, count);
  }

  #raiseLineCount(frame: DamlCodeFrame, line: number, count: number): void {
    const { lines } = this.#getModuleCounters(frame);
    lines.set(line, Math.max(lines.get(line) ?? 0, count));
  }

  /** Returns the counts, sorted by module and line. */
  listModuleCoverage(): readonly ModuleCoverage[] {
    return [...this.#modules.values()]
      .filter(({ lines, choices }) => lines.size + choices.size > 0)
      .map(({ package: name, module, lines, choices }) => ({
        package: name,
        module,
        file: `${module.replaceAll(".", "/")}.daml`,
        lines: [...lines].sort(([left], [right]) => left - right),
        choices: Array.from(choices, choiceCoverage).sort((left, right) =>
          left.name < right.name ? -1 : 1,
        ),
      }))
      .sort((left, right) => (formatModuleKey(left) < formatModuleKey(right) ? -1 : 1));
  }

  #getModuleCounters({ package: name, module }: DamlCodeFrame): ModuleCounters {
    const key = formatModuleKey({ package: name, module });
    let found = this.#modules.get(key);
    if (found === undefined) {
      found = { package: name, module, lines: new Map(), choices: new Map() };
      this.#modules.set(key, found);
    }
    return found;
  }

  #getChoiceCounters(frame: DamlCodeFrame): ChoiceCounters {
    const { choices } = this.#getModuleCounters(frame);
    const [, owner = "", choice = ""] = choicePattern.exec(frame.definition) ?? [];
    const name = `${owner}.${choice}`;
    let found = choices.get(name);
    if (found === undefined) {
      found = { line: undefined, count: 0, lines: new Set() };
      choices.set(name, found);
    }
    return found;
  }
}

/** `Template choice Name`; a part of the choice may follow, such as `controller`. */
const choicePattern = /^(\S+) choice (\S+)/u;

const formatModuleKey = ({
  package: name,
  module,
}: Pick<ModuleCounters, "package" | "module">): string => `${name}:${module}`;

const choiceCoverage = ([name, { line, count, lines }]: [
  string,
  ChoiceCounters,
]): ChoiceCoverage => ({
  name,
  line,
  count,
  lines: [...lines].sort((left, right) => left - right),
});
