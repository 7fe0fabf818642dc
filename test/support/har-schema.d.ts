/** The JSON schemas of HTTP Archive 1.2, by name; each names itself by `$id`. */
declare module "har-schema" {
  const schemas: Readonly<Record<string, object>>;
  export default schemas;
}
