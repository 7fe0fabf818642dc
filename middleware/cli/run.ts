import { CommanderError } from "commander";

import { readTask } from "./read-task.ts";
import type { CommandLine } from "./settings.ts";

/**
 * Runs the command line until its task is done or `stop` aborts. Resolves to the exit code: 0 for
 * success and help, 1 for an error, which was printed; a command that runs tests has its own.
 */
export const runCommandLine = async (line: CommandLine, stop: AbortSignal): Promise<number> => {
  try {
    const task = await readTask(line);
    // Each task imports only the modules it needs.
    switch (task.kind) {
      case "serve": {
        const { serveUntilAborted } = await import("./serve.ts");
        await serveUntilAborted(task.settings, line, stop);
        return 0;
      }
      case "token": {
        const { printToken } = await import("./print-token.ts");
        printToken(task.userId, task.settings, line);
        return 0;
      }
      case "reset": {
        const { resetLedger } = await import("./reset-ledger.ts");
        await resetLedger(task.settings, line);
        return 0;
      }
      case "explore": {
        const { exploreLedgerFile } = await import("./explore.ts");
        await exploreLedgerFile(task, line, stop);
        return 0;
      }
      case "mcp": {
        const { serveMcp } = await import("./serve-mcp.ts");
        await serveMcp(task, line, stop);
        return 0;
      }
      case "record": {
        const { recordTraffic } = await import("./record.ts");
        await recordTraffic(task, line, stop);
        return 0;
      }
      case "redact": {
        const { redactFile } = await import("./redact-file.ts");
        redactFile(task, line);
        return 0;
      }
      case "replay": {
        const { replayFile } = await import("./replay-file.ts");
        return await replayFile(task, line);
      }
      case "upgradeCheck": {
        const { checkUpgrades } = await import("./upgrade-check.ts");
        return await checkUpgrades(task, line);
      }
      case "coverage": {
        const { reportCoverage } = await import("./report-coverage.ts");
        return await reportCoverage(task, line, stop);
      }
      case "test": {
        const { testScripts } = await import("./test-scripts.ts");
        return await testScripts(task, line);
      }
      case "store": {
        const { runStoreTask } = await import("./run-store-task.ts");
        await runStoreTask(task, line);
        return 0;
      }
      case "codegen": {
        const { generateCode } = await import("./codegen/generate-code.ts");
        return await generateCode(task, line, stop);
      }
      case "init": {
        const { createProject } = await import("./init/create-project.ts");
        await createProject(task, line);
        return 0;
      }
      case "cache": {
        const { runCacheTask } = await import("./run-cache-task.ts");
        runCacheTask(task, line);
        return 0;
      }
    }
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const { isLedgerError } = await import("../../lib/index.ts");
    if (!isLedgerError(error)) throw error;
    const { damlFailureText } = await import("../../lib/api.ts");
    const { daml, details } = error;
    line.writeError(`${details.cause}\n${daml === undefined ? "" : `${damlFailureText(daml)}\n`}`);
    return 1;
  }
};
