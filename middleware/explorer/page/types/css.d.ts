/** The bundler takes care of them. */
declare module "*.css";
