// Decorators need it before the first class.
import 'reflect-metadata';
// CommonJS packages that require Nest (its throttler does) must find it already there: Jest cannot load an ES module
// for require() that is itself still waiting for that require().
import '@nestjs/common';
import '@nestjs/core';
