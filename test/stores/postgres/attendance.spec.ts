import { expect } from "chai";

import { Attendance } from "../../../lib/stores/postgres/attendance.ts";
import type { Row, Session, Statement } from "../../../lib/stores/postgres/database.ts";
import { layoutOf } from "../../../lib/stores/postgres/layout.ts";
import { PgDatabase } from "../../../lib/stores/postgres/pg-database.ts";
import { statementsFor } from "../../../lib/stores/postgres/statements.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

/** Tells of its sessions, and when they are asked something, and may keep them, or the question, back. */
class ToldDatabase extends PgDatabase {
  readonly sessions: Session[] = [];
  /** Hears that the statement of the name is asked. */
  readonly asked = new Map<string, () => void>();
  /** What a new session, or the statement of the name, waits for. */
  readonly held = new Map<string, Promise<void>>();

  /** Resolves when the statement is asked next. */
  nextAsked(name: string): Promise<void> {
    return new Promise((resolve) => this.asked.set(name, resolve));
  }

  /** Until what it gives is called. */
  hold(name: string): () => void {
    let release = (): void => undefined;
    this.held.set(name, new Promise<void>((resolve) => (release = resolve)));
    return release;
  }

  override async session(): Promise<Session> {
    const session = await super.session();
    this.sessions.push(session);
    const query = session.query.bind(session);
    session.query = async (
      statement: Statement,
      values: readonly unknown[],
    ): Promise<readonly Row[]> => {
      const [, name = ""] = statement.name.split(" ");
      this.asked.get(name)?.();
      await this.held.get(name);
      return query(statement, values);
    };
    this.asked.get("session")?.();
    await this.held.get("session");
    return session;
  }
}

describe("the connection by which a process has a journal open", () => {
  const { place, ask } = usePostgres();
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const attended = async () => {
    const connection = place();
    const layout = layoutOf(schemaIn(connection));
    const statements = statementsFor(layout);
    const database = new ToldDatabase({ connectionString: connection });
    let missed = 0;
    const attendance = new Attendance({
      database,
      statements,
      layout,
      attendant: { told: () => undefined, missed: () => missed++ },
      pause: () => Promise.resolve(),
    });
    const first = await database.session();
    await attendance.begin(first);
    ends.push(
      () => database.close(),
      () => attendance.end(),
    );
    /** Nobody has the journal open until what it gives is called. */
    const alone = async (): Promise<() => Promise<void>> => {
      const other = await new PgDatabase({ connectionString: connection }).session();
      ends.push(() => other.close());
      const waiting = other.query(
        { name: "alone", text: `select pg_advisory_lock(${layout.locks.attached})` },
        [],
      );
      await lose();
      await waiting;
      return () => other.close();
    };
    /** Ends the connection that has the journal open. */
    const lose = async (): Promise<void> => {
      await ask(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and objsubid = 1
          and (classid::bigint << 32 | objid::bigint) = $1`,
        [layout.locks.attached],
      );
    };
    return { database, attendance, first, missed: () => missed, alone, lose };
  };

  it("is ended while it waits for its place", async () => {
    const { database, attendance, alone } = await attended();
    const waits = database.nextAsked("attach");
    await alone();
    await waits;
    await attendance.end();
    await Promise.all(database.sessions.map(({ ended }) => ended));
    expect(database.sessions).to.have.length(2);
  });

  it("is ended where it is there only after that", async () => {
    const { database, attendance, alone } = await attended();
    const isMade = database.nextAsked("session");
    const release = database.hold("session");
    await alone();
    await isMade;
    await attendance.end();
    release();
    await Promise.all(database.sessions.map(({ ended }) => ended));
    expect(database.sessions).to.have.length(2);
  });

  it("has what may have been missed looked for while it is not there, or waits for its place", async () => {
    const { database, attendance, first, missed, alone } = await attended();
    const isMade = database.nextAsked("session");
    const waits = database.nextAsked("attach");
    const release = database.hold("session");
    await alone();
    await Promise.all([first.ended, isMade]);
    await attendance.look();
    expect(missed()).to.equal(1);
    release();
    await waits;
    await attendance.look();
    expect(missed()).to.equal(2);
  });

  it("is not ended because the one before did not answer", async () => {
    const { database, attendance, missed, lose } = await attended();
    const release = database.hold("isAlive");
    const looking = attendance.look();
    await lose();
    while (missed() === 0) await ask("select");
    release();
    await looking;
    const [, second] = database.sessions;
    const rows = await second?.query({ name: "there", text: "select 1 as here" }, []);
    expect(rows).to.deep.equal([{ here: 1 }]);
    expect(database.sessions).to.have.length(2);
  });
});
