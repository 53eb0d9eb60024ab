/** What the first view does not have. The page loads it when it is needed. */
export { MovePanel } from './move-panel.tsx';
export { Record } from './record.tsx';
export { Results } from './results.tsx';
export { Settings } from './settings.tsx';
