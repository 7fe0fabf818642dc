import { ledgerError } from "../../ground/errors/ledger-error.ts";
import { damaged } from "../kept/errors.ts";
import type { Session, Statement } from "./database.ts";
import type { Layout } from "./layout.ts";
import { migrations } from "./migrations.ts";

interface Place {
  readonly layout: Layout;
  readonly schema: string;
  readonly create: boolean;
}

/**
 * Makes the tables what this release reads and writes, one process at a time. Needs no more rights than reading where they are.
 * Rejects with INVALID_ARGUMENT where there are none and none are to be made, for those of a later release, and for a server that cannot
 * hold them; and with what the database says.
 */
export const migrate = async (session: Session, place: Place): Promise<void> => {
  await checkServer(session);
  if (isCurrent(await versionOn(session, place), place)) return;
  const { locks } = place.layout;
  const lock = statement("lock", `select pg_advisory_lock(${locks.founding})`);
  await session.query({ ...lock, lasts: true }, []);
  try {
    // Somebody else may have done it meanwhile.
    const version = await versionOn(session, place);
    if (!isCurrent(version, place)) await session.run(await scriptFrom(version, session, place));
  } finally {
    await session.query(statement("unlock", `select pg_advisory_unlock(${locks.founding})`), []);
  }
};

const statement = (name: string, text: string): Statement => ({
  name: `ledger-in-a-box ${name}`,
  text,
});

const oldest = 14;

const checkServer = async (session: Session): Promise<void> => {
  const text =
    "select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding";
  const [row] = await session.query(statement("server", text), []);
  if (Number(row?.["version"]) < oldest * 10_000) {
    throw refused(`PostgreSQL ${oldest} or newer is wanted`);
  }
  if (row?.["encoding"] !== "UTF8") {
    throw refused(`its encoding is ${String(row?.["encoding"])}, and UTF8 is wanted`);
  }
};

const refused = (why: string) =>
  ledgerError("INVALID_ARGUMENT", { cause: `The database holds no ledger: ${why}.` });

/** 0 where there are none. */
const versionOn = async (session: Session, { layout: { schema } }: Place): Promise<number> => {
  const [found] = await session.query(
    statement("tables", "select to_regclass($1) is not null as are_there"),
    [`${schema}.head`],
  );
  if (found?.["are_there"] !== true) return 0;
  const [row] = await session.query(statement("version", `select version from ${schema}.head`), []);
  if (row === undefined) throw damaged("its head is gone");
  return Number(row["version"]);
};

const isCurrent = (version: number, { schema, create }: Place): boolean => {
  if (version > migrations.length) {
    throw refused(
      `its schema ${schema} is of version ${version}, and this release reads up to ${migrations.length}`,
    );
  }
  if (version === 0 && !create) throw refused(`there is none in its schema ${schema}`);
  return version === migrations.length;
};

/** A schema that is there need not be the user's own. */
const scriptFrom = async (
  version: number,
  session: Session,
  { layout, schema }: Place,
): Promise<string> => {
  const text = "select exists (select from pg_namespace where nspname = $1) as is_there";
  const [row] = await session.query(statement("schema", text), [schema]);
  return [
    ...(row?.["is_there"] === true ? [] : [`create schema ${layout.schema};`]),
    ...migrations.slice(version).map((migration) => migration(layout)),
    `update ${layout.schema}.head set version = ${migrations.length};`,
  ].join("\n");
};
