"""Trains Tengen's network and writes it as a KataGo model file. Never needed to build Tengen or to play."""
