/**
 * Loads a module. Chromium remembers of a module that it could not be fetched, such as without a
 * network, until the page is loaded again; but it fetches it by another name.
 *
 * @param load imports the module
 * @throws what the import throws
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [url] = /https?:\S+$/.exec((error as Error).message) ?? []; // where the browser says so
    if (url === undefined) throw error;
    return await import(/* webpackIgnore: true */ /* @vite-ignore */ `${url}?${Date.now()}`);
  }
}
