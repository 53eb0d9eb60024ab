/** The project's folder, for the files in it. What is built lies as deep in it as the sources do. */
export const root = new URL('../', import.meta.url);
