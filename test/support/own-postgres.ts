import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import pg from "pg";

const exec = promisify(execFile);

/** Returns the folder with the programs of a server; undefined if none is installed. */
const programs = (): string | undefined => {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")));
};

/** PostgreSQL servers refuse to run as root. */
const isRoot = process.getuid?.() === 0;

const asServer = (command: string, given: readonly string[]): readonly [string, string[]] =>
  isRoot ? ["runuser", ["-u", "postgres", "--", command, ...given]] : [command, [...given]];

/** Returns the reason why the tests cannot start their own server; undefined if they can. */
export const whyNoServer = (): string | undefined => {
  if (programs() === undefined) return "no initdb on this machine";
  if (!isRoot) return undefined;
  try {
    execFileSync("runuser", ["-u", "postgres", "--", "true"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "root cannot become the user postgres";
  }
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A PostgreSQL server in its own folder, which a test may kill. */
export class OwnPostgres {
  readonly #folder: string;
  readonly #port: number;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  static async create(): Promise<OwnPostgres> {
    const server = await OwnPostgres.#placed();
    await server.#run("initdb", [
      "-D",
      server.#folder,
      "-A",
      "trust",
      "-U",
      "postgres",
      "-E",
      "UTF8",
      "--locale=C",
      "-N",
    ]);
    await server.start();
    return server;
  }

  /** Starts a standby of this server; from now on commits wait for it. */
  async standby(): Promise<OwnPostgres> {
    const standby = await OwnPostgres.#placed();
    await standby.#run("pg_basebackup", [
      "-d",
      this.connection,
      "-D",
      standby.#folder,
      "-R",
      "-X",
      "stream",
      "-c",
      "fast",
    ]);
    await standby.start();
    await this.runStatement("alter system set synchronous_standby_names = '*'");
    await this.runStatement("select pg_reload_conf()");
    while (
      (await this.runStatement("select from pg_stat_replication where sync_state = 'sync'")) === 0
    );
    return standby;
  }

  get connection(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`;
  }

  /** Runs a statement and returns the number of rows. */
  async runStatement(text: string): Promise<number> {
    const client = new pg.Client({ connectionString: this.connection });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rowCount ?? 0;
    } finally {
      await client.end();
    }
  }

  /** Starts the server and waits until it responds; a killed predecessor may still be ending. */
  async start(): Promise<void> {
    const given = [
      "-D",
      this.#folder,
      "-p",
      String(this.#port),
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      `unix_socket_directories=${this.#folder}`,
    ];
    for (;;) {
      const child = spawn(...asServer(join(programs() ?? "", "postgres"), given), {
        stdio: "ignore",
      });
      while (child.exitCode === null) {
        const answers = await this.runStatement("select 1").catch(() => 0);
        if (answers > 0) return;
      }
    }
  }

  /** Kills the server with SIGKILL, without closing its connections. */
  kill(): void {
    const [pid = ""] = readFileSync(join(this.#folder, "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGKILL");
  }

  async remove(): Promise<void> {
    try {
      await this.#run("pg_ctl", ["stop", "-D", this.#folder, "-m", "immediate", "-w"]);
    } catch {
      // The server was killed already.
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #run(program: string, given: readonly string[]): Promise<void> {
    await exec(...asServer(join(programs() ?? "", program), given));
  }

  static async #placed(): Promise<OwnPostgres> {
    const folder = await mkdtemp(join(tmpdir(), "postgres-"));
    if (isRoot) await exec("chown", ["postgres", folder]);
    return new OwnPostgres(folder, await freePort());
  }
}
