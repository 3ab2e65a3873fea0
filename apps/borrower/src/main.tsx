import './kit/tokens.css';
import { start } from './app/start.tsx';

void start();
