import type { Command } from "commander";

import type { RecordTask, RedactTask } from "./settings.ts";

/** A requested replay; the other options select its ledger. */
export interface AskedReplay {
  readonly kind: "replay";
  readonly file: string;
  readonly report: string | undefined;
}

interface Asked {
  readonly record: (task: Omit<RecordTask, "port" | "host">) => void;
  readonly redact: (task: RedactTask) => void;
  readonly replay: (task: AskedReplay) => void;
}

/** Adds the commands for recordings; calls the function of `asked` whose command the user runs. */
export const addRecordings = (command: Command, asked: Asked): void => {
  command
    .command("record <url>")
    .description("serve a participant's API here as it is, and record what passes")
    .requiredOption("-o, --output <file>", "where to put the recording; it must not be there yet")
    .action((to: string, { output }: { readonly output: string }) =>
      asked.record({ kind: "record", to, output }),
    );
  command
    .command("redact <file>")
    .description("write a recording as it may be shown, with aliases for parties and users")
    .requiredOption("-o, --output <file>", "where to put it; it must not be there yet")
    .option("--texts <pointer...>", "texts to leave out, such as /**/memo", [])
    .option("--ids", "give contracts and updates other ids, too", false)
    .action((file: string, options: Omit<RedactTask, "kind" | "file">) =>
      asked.redact({ kind: "redact", file, ...options }),
    );
  command
    .command("replay <file>")
    .description("do again on a ledger what was recorded, and tell what it answers otherwise")
    .option("--report <file>", "where to put the outcomes as JSON")
    .action((file: string, { report }: { readonly report?: string }) =>
      asked.replay({ kind: "replay", file, report }),
    );
};
