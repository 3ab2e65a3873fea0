import { setUpScreens } from './screen.tsx';

setUpScreens();
