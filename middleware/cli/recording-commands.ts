import type { Command } from "commander";

import type { RecordTask, RedactTask } from "./settings.ts";

/** A requested replay; the other options select its ledger. */
export interface ReplayRequest {
  readonly kind: "replay";
  readonly file: string;
  readonly report: string | undefined;
}

interface RecordingActions {
  readonly record: (task: Omit<RecordTask, "port" | "host">) => void;
  readonly redact: (task: RedactTask) => void;
  readonly replay: (task: ReplayRequest) => void;
}

/** Adds the commands for recordings; calls the function of `asked` whose command the user runs. */
export const addRecordings = (command: Command, actions: RecordingActions): void => {
  command
    .command("record <url>")
    .description("run a proxy for a participant's API, and record requests and responses")
    .requiredOption("-o, --output <file>", "file for the recording; must not exist")
    .action((to: string, { output }: { readonly output: string }) =>
      actions.record({ kind: "record", to, output }),
    );
  command
    .command("redact <file>")
    .description("redact a recording: replace parties and users by aliases")
    .requiredOption("-o, --output <file>", "output file; must not exist")
    .option("--texts <pointer...>", "texts to redact, such as /**/memo", [])
    .option("--ids", "also replace contract and update ids", false)
    .action((file: string, options: Omit<RedactTask, "kind" | "file">) =>
      actions.redact({ kind: "redact", file, ...options }),
    );
  command
    .command("replay <file>")
    .description("replay a recording on a ledger, and print the differences")
    .option("--report <file>", "report file (JSON)")
    .action((file: string, { report }: { readonly report?: string }) =>
      actions.replay({ kind: "replay", file, report }),
    );
};
